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

namespace stiction {
namespace {

void find_forces(const SIM_Object& object, SIM_ConstDataArray& found)
{
    object.filterConstSubData(found, nullptr, SIM_DataFilterByType("SIM_Force"), SIM_FORCES_DATANAME,
                              SIM_DataFilterNone());
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

std::vector<std::string> unused_forces(const std::vector<SIM_Object*>& objects)
{
    std::vector<std::string> lines;
    for (const SIM_Object* object : objects) {
        SIM_ConstDataArray forces;
        find_forces(*object, forces);
        std::string names;
        for (exint i = 0; i < forces.entries(); ++i)
            if (!SIM_DATA_CASTCONST(forces(i), SIM_ForceGravity))
                names += (names.empty() ? "" : ", ") + std::string(forces(i)->getDataType().c_str());
        if (!names.empty())
            lines.push_back(
                fmt::format("{}: forces that are not used: {}; the solver knows gravity and the "
                            "objects' own air_drag",
                            object->getName().toStdString(), names));
    }
    return lines;
}

}  // namespace stiction
