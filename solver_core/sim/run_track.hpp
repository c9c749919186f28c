#pragma once

// What a run remembers of its past to write its summary: paths of the centres of mass, contact forces of the last steps,
// sums and extremes of the step statistics. Saved in every checkpoint, so a resumed run's summary equals the uninterrupted one; times are kept out
// of it for the same reason.

#include "solver_core/sim/contact_force.hpp"
#include "solver_core/sim/model.hpp"
#include "solver_core/sim/state.hpp"
#include "solver_core/sim/step_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

// An object whose centre of mass is slower than this is at rest, m/s.
inline constexpr double kRestSpeed = 1e-4;

struct ObjectTrack {
    Vec3 com_start = Vec3::Zero();     // centre of mass at the start, m
    Vec3 com = Vec3::Zero();           // now, m
    double slid = 0.0;                 // length of its path, m
    double speed = 0.0;                // of the centre of mass now, m/s
    double max_speed = 0.0;            // largest speed of the centre of mass so far, m/s
    std::optional<double> rest_since;  // since when it has been slower than kRestSpeed, s
};

struct RunTrack {
    std::vector<ObjectTrack> objects;  // in the order of Model::objects
    ForceWindow forces;
    std::int64_t steps = 0;
    std::int64_t iterations = 0;
    std::int64_t contacts_external = 0;
    std::int64_t contacts_self = 0;
    double friction_residual_sum = 0.0;
    double friction_residual_max = 0.0;
    double alart_curnier_max = 0.0;  // m/s
    double penetration_max = 0.0;    // m
    StepEnergy energy;               // after the last step
};

RunTrack begin_track(const Model& model, const State& state);
// After a usable step; `state` is the committed one, `forces` are those on every object.
void update_track(const Model& model, const State& state, const StepReport& report,
                  Span<const ContactForce> forces, RunTrack& track);
// After the host has put nodes elsewhere or given them other velocities.
void reseat_track(const Model& model, const State& state, RunTrack& track);

std::string encode_track(const RunTrack& track);
RunTrack decode_track(const std::string& bytes);  // throws InputError when the bytes do not fit

}  // namespace stiction
