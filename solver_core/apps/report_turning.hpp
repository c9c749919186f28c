#pragma once

// Objects that lie on spinning colliders, and how fast they turn with them.

#include "solver_core/apps/report_run.hpp"

namespace stiction {

// Of every object that touches a collider whose only motion is a spin; of a run with contacts and velocities.
std::vector<ReportTurning> find_turnings(const RenderRun& frames, const ReportRun& run);

}  // namespace stiction
