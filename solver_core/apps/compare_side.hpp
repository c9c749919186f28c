#pragma once

// One side of a comparison: a run folder of ours, or files of another program.

#include "solver_core/apps/render_run.hpp"
#include "solver_core/compare/comparison.hpp"
#include "solver_core/sim/run.hpp"

#include <memory>
#include <optional>
#include <string>

namespace stiction {

struct SideOptions {
    std::string where;
    double unit = 1.0;  // metres a unit; of other programs' files
    double fps = 24.0;  // of other programs' files
    std::optional<FrameRange> frames;
    std::string object;             // of a run; empty: all deformable objects as one
    std::string rest;               // file of the rest shape
    std::optional<double> seconds;  // of computing a frame
};

struct ComparedSide {
    SideOptions options;
    Cache cache;
    std::optional<Scene> scene;       // of a run
    std::vector<Collider> colliders;  // what it is measured against
    std::optional<double> seconds;
};

// The last part of a folder or pattern, for head lines.
std::string side_label(const std::string& where);

ComparedSide load_side(const SideOptions& options);

// 1 / (step x steps per frame) of a run folder; none for other files.
std::optional<double> frame_rate_of_run(const std::string& where);

// Colliders of a scene, in its order.
std::vector<Collider> colliders_of(const Scene& scene);

// Frames at times that both have stay.
void keep_common_times(ComparedSide& a, ComparedSide& b);

CacheMeasures measure_side(const ComparedSide& side, const RestWindow& rest, double contact_distance);

// Something to draw: the run itself, or the foreign files with the colliders they were measured against.
RenderRun drawn_side(const ComparedSide& side);

}  // namespace stiction
