#pragma once

// What the forces that other nodes have attached to objects mean to the solver.

#include "hdk_plugins/adapter/host_solver.hpp"

#include <SIM/SIM_Force.h>
#include <SIM/SIM_Object.h>

#include <optional>
#include <string>
#include <vector>

namespace stiction {

// The sum of all Gravity data on the objects; nothing when there is none, and the solver's own parameter holds. Throws InputError
// when it is not the same on all of them: gravity is one for a whole scene.
std::optional<Vec3> gravity_of(const std::vector<SIM_Object*>& objects);

// All other forces: uniform, wind, drag, fan, vortex, noise and whatever else is a SIM_Force. Each is asked for the force on a
// circle as large as the piece of surface that a node stands for, so that a finer mesh feels the same; Houdini's own forces are
// per unit of area then.
class SurfaceForces {
public:
    SurfaceForces(const HostSolver& solver, const std::vector<SIM_Object*>& objects);
    bool empty() const { return forces_.empty(); }
    // Adds the forces on all nodes of a state, N.
    void add(const State& state, Vec3Array& load) const;

private:
    struct OnObject {
        std::size_t object;  // number among those that deform
        const SIM_Object* host;
        const SIM_Force* force;
    };
    void add(const OnObject& each, const std::vector<NodeSurface>& surface, const State& state,
             Vec3Array& load) const;

    const HostSolver& solver_;
    std::vector<OnObject> forces_;  // ascending by object
};

// One line for every object with forces that go by volume: they are not used.
std::vector<std::string> unused_forces(const std::vector<SIM_Object*>& objects);

}  // namespace stiction
