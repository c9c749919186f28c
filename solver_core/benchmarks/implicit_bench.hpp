#pragma once

// The method implicit: iterative Newton steps against direct ones, in time and in memory, and how a step grows.

#include "solver_core/benchmarks/growth.hpp"
#include "solver_core/benchmarks/measured_scene.hpp"

#include <string>
#include <vector>

namespace stiction::bench {

// A scene of test_hips at the size and with the material to be measured.
struct ImplicitPlan {
    std::string name;               // of the figures
    std::string scene;              // test_hips/<scene>.json
    std::vector<Index> resolution;  // of the deformable objects' meshes, in order
    double compression = 0.0;       // of the first object's fill, 1/atm; 0: empty
    double young = 0.0;             // Pa, of the first object
    Index warm_up = 0;              // steps until things touch
    Index rounds = 1;
    bool only_by_name = false;  // too long for a run of everything
    PreconditionerChoice preconditioner = PreconditionerChoice::automatic;
};
const std::vector<ImplicitPlan>& implicit_plans();
Scene scene_of(const ImplicitPlan& plan, const std::string& folder);

// The next step from the same states, both ways.
struct ImplicitDuel {
    Index nodes = 0, tets = 0, triangles = 0;
    Index contacts = 0;
    double iterative_ms = 0.0, direct_ms = 0.0;  // medians of the solve
    double iterative_mb = 0.0, direct_mb = 0.0;  // growth of the process, see `memory_growth`
    Index linear_iterations = 0;                 // of a step, at most
    Index newton_iterations = 0;
    double difference = 0.0;  // of the velocities, largest over the largest velocity
    double speedup() const { return direct_ms / iterative_ms; }
    double memory_ratio() const { return iterative_mb / direct_mb; }
};
ImplicitDuel measure_implicit_duel(const ImplicitPlan& plan, const std::string& folder);

// Largest resident size of this process during one step from the saved state, less that before it, MB. Meant for a process of its
// own: memory that was used before and given back would hide what the step takes.
double memory_growth(const ImplicitPlan& plan, const std::string& folder, const std::string& state_file,
                     bool direct);

// A squeezed hollow ball, refined: 5K to 150K tets.
std::vector<GrowthPoint> measure_implicit_growth(const std::string& folder);

}  // namespace stiction::bench
