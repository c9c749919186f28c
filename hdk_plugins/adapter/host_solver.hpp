#pragma once

// The solver as a host drives it: states go in and come out, nothing is remembered in between.
//
// A host keeps every state it may come back to, goes back and forth among them, copies and saves them. So the model and the
// buffers (what is costly and does not change) are one thing and a state (what changes) is another, a value that is never
// written to again.

#include "hdk_plugins/adapter/given_loads.hpp"
#include "hdk_plugins/adapter/host_scene.hpp"
#include "hdk_plugins/adapter/node_surface.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/sim/simulation.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace stiction {

using SharedPoints = std::shared_ptr<const Vec3Array>;

// Where given things are at the end of a host's step, world space. What is left out (null) stays where it was.
struct GivenMotion {
    std::vector<SharedPoints> colliders;  // for every collider of the scene, all its points
    std::vector<SharedPoints>
        targets;  // for every other object, where its nodes should be; pinned ones follow
};

// The object's own of all points of its geometry. Throws InputError when they are not as many as at the start.
SharedPoints share_of(const Vec3Array& all, const ObjectLink& link, const std::string& name_for_messages);

struct HostState {
    Checkpoint checkpoint;
    GivenMotion given;  // at the state's time, nothing left out; where the next step starts from

    std::size_t bytes() const;
};
using SharedState = std::shared_ptr<const HostState>;

struct HostStep {
    SharedState state;    // null when the step was not usable or not finished
    StepReport report;    // of the last step of the solver
    std::string failure;  // what went wrong and what to try; empty when nothing did or the host interrupted
    GeometryTable contacts;  // of the last step, see sim/contact_writer.hpp
    bool is_interrupted = false;
};

class HostSolver {
public:
    // Throws InputError.
    explicit HostSolver(const HostScene& host);
    explicit HostSolver(BuiltScene built);

    const BuiltScene& built() const { return built_; }
    const SharedState& start() const { return start_; }
    Index steps_per_host_step() const { return built_.scene.time.steps_per_frame; }
    double host_step() const { return built_.scene.time.step * steps_per_host_step(); }  // s

    // One step of the host from `from`. Given things move evenly from where they were to where they are said to be. Throws
    // InputError for motion or loads that do not fit the scene.
    HostStep advance(const HostState& from, const GivenMotion& to, const InterruptFlag* interrupt,
                     const GivenLoads& loads = {});

    // Of one object that deforms: its share of all nodes, positions or velocities of its nodes, masses, pieces of its surface.
    Index first_node(std::size_t object) const { return bench_.model.objects[object].first_node; }
    Span<const Vec3> nodes_of(const Vec3Array& values, std::size_t object) const;
    Span<const double> masses_of(std::size_t object) const;
    std::vector<NodeSurface> surface_of(const Vec3Array& x, std::size_t object) const;
    // Numbers of the scene's objects that deform, and of those that are colliders.
    const std::vector<std::size_t>& deformable() const { return deformable_; }
    const std::vector<std::size_t>& colliders() const { return colliders_; }

    // The bytes of a solver, without states, and back: what a host saves once. Throws ArchiveError for other bytes.
    std::string save() const;
    static std::unique_ptr<HostSolver> load(const std::string& bytes, const std::string& name_for_messages);
    // The bytes of a state of this solver, and back.
    std::string save_state(const HostState& state) const;
    SharedState load_state(const std::string& bytes, const std::string& name_for_messages) const;

    std::size_t bytes() const;  // about what the solver holds

private:
    void begin();
    void check_motion(const GivenMotion& motion) const;
    void check_given(const GivenLoads& loads) const;
    void move_colliders(const GivenMotion& from, const GivenMotion& to, double t0, double t1);
    void move_pins(const GivenMotion& from, const GivenMotion& to, double t0, double t1);
    void set_loads(const GivenLoads& loads);

    BuiltScene built_;
    std::vector<std::size_t> deformable_, colliders_;  // numbers in the scene
    std::mutex mutex_;  // the simulation below is a bench that one step at a time works on
    Simulation bench_;
    std::vector<double> scene_drag_;  // of the model without what the host adds in a step
    Vec3Array scene_load_;
    SharedState start_;
};

}  // namespace stiction
