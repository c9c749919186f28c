#include "hdk_plugins/dop/object_forces.hpp"

#include "solver_core/base/error.hpp"

#include <SIM/SIM_Data.h>
#include <SIM/SIM_DataFilter.h>
#include <SIM/SIM_Force.h>
#include <SIM/SIM_ForceGravity.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_VectorTypes.h>
#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;

void find_forces(const SIM_Object& object, SIM_ConstDataArray& found)
{
    object.filterConstSubData(found, nullptr, SIM_DataFilterByType("SIM_Force"), SIM_FORCES_DATANAME,
                              SIM_DataFilterNone());
}

// A force that is not gravity and does not go by volume.
const SIM_Force* force_on_surface(const SIM_Data* data)
{
    if (SIM_DATA_CASTCONST(data, SIM_ForceGravity)) return nullptr;
    const SIM_Force* force = SIM_DATA_CASTCONST(data, SIM_Force);
    return force && force->getOptimalForceSampling() != SIM_Force::SIM_FORCE_SAMPLESPHERE ? force : nullptr;
}

UT_Vector3 narrow(const Vec3& v)
{
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

std::optional<Vec3> gravity_on(const SIM_Object& object)
{
    std::optional<Vec3> sum;
    SIM_ConstDataArray forces;
    find_forces(object, forces);
    for (exint i = 0; i < forces.entries(); ++i) {
        const SIM_ForceGravity* gravity = SIM_DATA_CASTCONST(forces(i), SIM_ForceGravity);
        if (!gravity) continue;
        const UT_Vector3 g = gravity->getGravity();
        sum = sum.value_or(Vec3::Zero()) + Vec3(g.x(), g.y(), g.z());
    }
    return sum;
}

}  // namespace

std::optional<Vec3> gravity_of(const std::vector<SIM_Object*>& objects)
{
    std::optional<Vec3> first;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const std::optional<Vec3> here = gravity_on(*objects[i]);
        if (i == 0) first = here;
        if (here == first) continue;
        throw InputError(objects[i]->getName().toStdString(),
                         "another gravity acts on it than on the other objects of the solver; allowed: one "
                         "for all; connect the Gravity node below the merge of all objects");
    }
    return first;
}

SurfaceForces::SurfaceForces(const HostSolver& solver, const std::vector<SIM_Object*>& objects)
    : solver_(solver)
{
    for (std::size_t d = 0; d < solver.deformable().size(); ++d) {
        const ObjectLink& link = solver.built().links[solver.deformable()[d]];
        const SIM_Object* object = objects[at(link.host_object)];
        SIM_ConstDataArray found;
        find_forces(*object, found);
        for (exint i = 0; i < found.entries(); ++i)
            if (const SIM_Force* force = force_on_surface(found(i))) forces_.push_back({d, object, force});
    }
}

void SurfaceForces::add(const State& state, Vec3Array& load) const
{
    std::vector<NodeSurface> surface;
    for (std::size_t i = 0; i < forces_.size(); ++i) {
        if (i == 0 || forces_[i].object != forces_[i - 1].object)
            surface = solver_.surface_of(state.x, forces_[i].object);
        add(forces_[i], surface, state, load);
    }
}

void SurfaceForces::add(const OnObject& each, const std::vector<NodeSurface>& surface, const State& state,
                        Vec3Array& load) const
{
    const auto first = at(solver_.first_node(each.object));
    const Span<const double> mass = solver_.masses_of(each.object);
    const UT_Vector3 no_spin(0.0F, 0.0F, 0.0F);
    for (std::size_t i = 0; i < surface.size(); ++i) {
        if (surface[i].area == 0.0) continue;
        UT_Vector3 force(0.0F, 0.0F, 0.0F), torque(0.0F, 0.0F, 0.0F);
        each.force->getForceOnCircle(*each.host, narrow(state.x[first + i]), narrow(surface[i].normal),
                                     std::sqrt(surface[i].area / kPi), narrow(state.v[first + i]), no_spin,
                                     mass[i], force, torque);
        load[first + i] += Vec3(force.x(), force.y(), force.z());
    }
}

std::vector<std::string> unused_forces(const std::vector<SIM_Object*>& objects)
{
    std::vector<std::string> lines;
    for (const SIM_Object* object : objects) {
        SIM_ConstDataArray forces;
        find_forces(*object, forces);
        std::string names;
        for (exint i = 0; i < forces.entries(); ++i)
            if (!SIM_DATA_CASTCONST(forces(i), SIM_ForceGravity) && !force_on_surface(forces(i)))
                names += (names.empty() ? "" : ", ") + std::string(forces(i)->getDataType().c_str());
        if (!names.empty())
            lines.push_back(fmt::format(
                "{}: forces that are not used, for they go by volume: {}; allowed: Gravity, and forces "
                "sampled at points or circles; change their Sampling Mode",
                object->getName().toStdString(), names));
    }
    return lines;
}

}  // namespace stiction
