#pragma once

// A DOP network in small: objects with data, one solver, a cache of every step. As Houdini does it, a step begins as a copy of
// the last one that shares all data; what a solver writes to is copied then. A step that fails is thrown away.

#include <GU/GU_Detail.h>
#include <SIM/SIM_Engine.h>
#include <SIM/SIM_ForceGravity.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Object.h>
#include <SIM/SIM_ObjectArray.h>
#include <SIM/SIM_OptionsUser.h>
#include <SIM/SIM_Solver.h>
#include <SIM/SIM_Utils.h>

#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

// Draws every unit of surface towards the wind, as Houdini's Wind Force and Drag Force do.
class SIM_DoubleWind : public SIM_Force {
public:
    static constexpr double kWind = 3.0;  // m/s, along x
    static constexpr double kDrag = 0.5;  // N s/m^3

protected:
    explicit SIM_DoubleWind(const SIM_DataFactory* factory) : SIM_Force(factory) {}
    void getForceSubclass(const SIM_Object&, const UT_Vector3&, const UT_Vector3& velocity, const UT_Vector3&,
                          const fpreal, UT_Vector3& force, UT_Vector3& torque) const override
    {
        force = UT_Vector3(kDrag * (kWind - velocity.x()), -kDrag * velocity.y(), -kDrag * velocity.z());
        torque = UT_Vector3(0, 0, 0);
    }

private:
    static const SIM_DopDescription* noDescription() { return nullptr; }
    DECLARE_DATAFACTORY(SIM_DoubleWind, SIM_Force, "Wind", noDescription())
};

// One that goes by volume.
class SIM_DoubleLift : public SIM_Force {
protected:
    explicit SIM_DoubleLift(const SIM_DataFactory* factory) : SIM_Force(factory) {}
    SIM_ForceSample getOptimalForceSamplingSubclass() const override { return SIM_FORCE_SAMPLESPHERE; }

private:
    static const SIM_DopDescription* noDescription() { return nullptr; }
    DECLARE_DATAFACTORY(SIM_DoubleLift, SIM_Force, "Lift", noDescription())
};

namespace stiction::test {

class MiniEngine : public SIM_Engine {
public:
    using Animation = std::function<GeoDetail(int frame)>;

    explicit MiniEngine(double timestep) : timestep_(timestep)
    {
        static const bool registered = [] {
            initializeSIM(nullptr);
            IMPLEMENT_DATAFACTORY(SIM_GeometryCopy);
            IMPLEMENT_DATAFACTORY(SIM_ForceGravity);
            IMPLEMENT_DATAFACTORY(SIM_DoubleWind);
            IMPLEMENT_DATAFACTORY(SIM_DoubleLift);
            return true;
        }();
        (void)registered;
        solver_ = SIM_Data::create("SIM_StictionSolver");
    }

    SIM_Options& options() { return dynamic_cast<SIM_OptionsUser&>(*solver_).doubleOptions(); }
    void add_object(const std::string& name, const GeoDetail& geometry)
    {
        specs_.push_back({name, geometry, {}});
    }
    void add_collider(const std::string& name, Animation animation)
    {
        specs_.push_back({name, animation(0), std::move(animation)});
    }
    // Geometry that pinned points of an object follow.
    void add_target(std::size_t object, Animation animation) { specs_[object].target = std::move(animation); }
    // Forces of other nodes, from the next step on.
    void add_gravity(std::size_t object, const UT_Vector3D& g) { specs_[object].gravity = g; }
    void add_force(std::size_t object, const char* name, const char* type)
    {
        specs_[object].forces.emplace_back(name, type);
    }
    // What may happen in the middle: another time step, an object that is not listed any more, or is again.
    void set_timestep(double timestep) { timestep_ = timestep; }
    void set_listed(std::size_t object, bool listed) { specs_[object].is_listed = listed; }
    void set_transform(std::size_t object, const UT_DMatrix4& matrix) { specs_[object].transform = matrix; }

    // Frame 0: objects are created.
    SIM_Solver::SIM_Result create()
    {
        cache_.clear();
        return solve({});
    }
    SIM_Solver::SIM_Result advance() { return solve(copy_of(cache_.back())); }
    // What another solver does: the geometry of the last frame is exchanged.
    void replace_geometry(std::size_t object, const GeoDetail& geometry)
    {
        put(*cache_.back()[object], SIM_GEOMETRY_DATANAME, geometry);
    }
    // Back to a frame; what came after it is forgotten.
    void go_to(std::size_t frame) { cache_.resize(frame + 1); }

    std::size_t frames() const { return cache_.size(); }
    const SIM_Object& object(std::size_t frame, std::size_t number) const { return *cache_[frame][number]; }
    const GeoDetail& geometry(std::size_t frame, std::size_t number,
                              const char* name = SIM_GEOMETRY_DATANAME) const
    {
        const auto* data = SIM_DATA_GETCONST(object(frame, number), name, SIM_Geometry);
        return data->getGeometry().gdp()->table;
    }
    SIM_Solver& solver() { return dynamic_cast<SIM_Solver&>(*solver_); }

    // The last frame as a .sim file, and a network that goes on from one.
    std::string save() const
    {
        std::ostringstream os;
        os << cache_.size() - 1 << ' ';
        for (const auto& object : cache_.back()) object->saveAll(os);
        return os.str();
    }
    void load(const std::string& bytes)
    {
        std::istringstream is(bytes);
        std::size_t frame = 0;
        is >> frame;
        is.get();
        Step step;
        for (std::size_t i = 0; i < specs_.size(); ++i) {
            auto object = std::make_shared<SIM_Object>(static_cast<int>(i), specs_[i].name);
            object->transform = specs_[i].transform;
            object->loadAll(is);
            step.push_back(std::move(object));
        }
        cache_.assign(frame + 1, step);
    }

private:
    struct Spec {
        std::string name;
        GeoDetail geometry;
        Animation animation;  // colliders have one
        Animation target;
        UT_DMatrix4 transform;
        bool is_listed = true;
        std::optional<UT_Vector3D> gravity;
        std::vector<std::pair<std::string, std::string>> forces;
        Spec(std::string n, GeoDetail g, Animation a)
            : name(std::move(n)), geometry(std::move(g)), animation(std::move(a))
        {
        }
    };
    using Step = std::vector<std::shared_ptr<SIM_Object>>;

    static void put(SIM_Object& object, const char* name, const GeoDetail& geometry)
    {
        SIM_GeometryCopy* data = SIM_DATA_CREATE(object, name, SIM_GeometryCopy, SIM_DATA_RETURN_EXISTING);
        SIM_GeometryAutoWriteLock lock(data);
        lock.getGdp().table = geometry;
    }
    Step copy_of(const Step& last) const
    {
        Step step;
        for (const auto& object : last) {
            auto copy = std::make_shared<SIM_Object>(object->getObjectId(), object->getName().toStdString());
            copy->transform = object->transform;
            copy->shareChildrenOf(*object);
            step.push_back(std::move(copy));
        }
        return step;
    }
    void create_from(std::size_t first, Step& step)
    {
        for (std::size_t i = first; i < specs_.size(); ++i) {
            auto object = std::make_shared<SIM_Object>(static_cast<int>(i), specs_[i].name);
            object->transform = specs_[i].transform;
            put(*object, SIM_GEOMETRY_DATANAME, specs_[i].geometry);
            step.push_back(std::move(object));
        }
    }
    // Colliders are solved first: they are at the end of the step when the solver looks.
    SIM_Solver::SIM_Result solve(Step step)
    {
        const int frame = static_cast<int>(cache_.size());
        const std::size_t old = step.size();
        create_from(old, step);
        SIM_ObjectArray objects, created, feedback;
        std::vector<SIM_Object*> colliders;
        for (std::size_t i = 0; i < specs_.size(); ++i) {
            if (!specs_[i].is_listed) continue;
            if (specs_[i].animation) {
                put(*step[i], SIM_GEOMETRY_DATANAME, specs_[i].animation(frame));
                colliders.push_back(step[i].get());
            }
            if (specs_[i].gravity)
                SIM_DATA_CREATE(*step[i], "Forces/Gravity", SIM_ForceGravity, 0)
                    ->setGravity(*specs_[i].gravity);
            for (const auto& [name, type] : specs_[i].forces)
                step[i]->createNamedSubData(name.c_str(), type.c_str(), 0);
            if (specs_[i].target) put(*step[i], "StictionTarget", specs_[i].target(frame));
        }
        for (std::size_t i = 0; i < specs_.size(); ++i) {
            if (specs_[i].animation || !specs_[i].is_listed) continue;
            // Objects that affect each other are solved together, and each is told of the others too.
            step[i]->affectors = colliders;
            for (std::size_t k = 0; k < specs_.size(); ++k)
                if (k != i && !specs_[k].animation && specs_[k].is_listed)
                    step[i]->affectors.push_back(step[k].get());
            (i < old ? objects : created).append(step[i].get());
        }
        const SIM_Solver::SIM_Result result =
            solver().solveObjects(*this, objects, created, feedback, timestep_);
        for (const auto& object : step) object->affectors.clear();
        if (result == SIM_Solver::SIM_SOLVER_SUCCESS) cache_.push_back(std::move(step));
        return result;
    }

    double timestep_;
    std::shared_ptr<SIM_Data> solver_;
    std::vector<Spec> specs_;
    std::vector<Step> cache_;
};

}  // namespace stiction::test
