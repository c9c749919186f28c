#pragma once

// Everything that does not change during a run: topology, rest shape, masses, materials, sparsity, factorisation.

#include "solver_core/base/types.hpp"
#include "solver_core/contact/detect.hpp"
#include "solver_core/scene/scene.hpp"
#include "solver_core/sim/state.hpp"
#include "solver_core/solvers/finite_model.hpp"
#include "solver_core/solvers/projective_model.hpp"

#include <string>
#include <vector>

namespace stiction {

// One deformable object's share of the global numbering.
struct ObjectRange {
    std::string name;
    ObjectType type = ObjectType::cloth;
    Index scene_object = 0;  // number in Scene::objects
    Index first_node = 0;
    Index node_count = 0;
    std::vector<Triangle> triangles;  // surface, global node numbers
    std::vector<Tet> tets;            // global node numbers
    double mass = 0.0;
    double rest_volume = 0.0;  // enclosed by a closed surface, else 0
};

// Nodes held or moved as one rigid piece about the centre of where they start.
struct PinGroup {
    std::vector<Index> nodes;
    Vec3 centre = Vec3::Zero();
    Collider carrier;  // its pose moves the nodes
};

struct Model {
    double step = 0.0;
    Vec3 gravity = Vec3::Zero();
    Index node_count = 0;
    Vec3Array x0, v0;          // at the start
    std::vector<double> mass;  // kg, every node
    std::vector<double> drag;  // N s/m, every node
    Vec3Array load;  // N, every node: what pushes beside gravity, wind on its drag included; empty: nothing
    std::vector<ObjectRange> objects;
    std::vector<PinGroup> pins;
    ContactGeometry contact;
    // Friction tables from a time on (scene friction_changes); entry 0 begins at the start.
    struct FrictionEpoch {
        double time = 0.0;
        std::vector<std::vector<double>> objects, colliders;
    };
    std::vector<FrictionEpoch> friction_epochs;
    double recovery_speed = 0.25;
    bool crossing_guard = true;
    // Of the method in use; the other one is empty.
    ProjectiveModel projective;
    FiniteModel finite;
    SolverSettings solver;
};

// Throws InputError with the object's path when its mesh or material cannot be simulated.
Model build_model(const Scene& scene);
State initial_state(const Model& model);

// Where a pinned node is at a time: x0 carried by its group.
Vec3 pinned_position(const PinGroup& pin, const Vec3& x0, double time);

}  // namespace stiction
