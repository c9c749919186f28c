#pragma once

// A run folder as the report page shows it: all frames of it in memory, with what is derived from them.

#include "solver_core/apps/render_run.hpp"
#include "solver_core/apps/report_contacts.hpp"
#include "solver_core/apps/report_reference.hpp"
#include "solver_core/apps/report_stats.hpp"
#include "solver_core/sim/expectations.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

// A mesh that is drawn: a deformable object, or a collider that is a mesh.
struct ReportObject {
    std::string name;
    Index scene_object = 0;
    bool is_collider = false;
    bool is_cloth = false;
    std::vector<Triangle> triangles;
    // By frame, then point by point.
    std::vector<std::vector<float>> positions;  // x, y, z, m
    std::vector<std::vector<float>> stretch;    // largest principal stretch of a triangle around it, less 1
    std::vector<std::vector<float>> speed;      // m/s; empty where the format has no velocities
    // Of the centre of mass, by frame.
    Vec3Array centre;
    std::vector<double> centre_speed;
};

// A collider with a shape of its own.
struct ReportCollider {
    std::string name;
    Index scene_object = 0;
    std::string shape;         // "plane", "sphere", ...
    std::vector<double> size;  // sphere: radius; box: x, y, z; capsule and cylinder: radius, length
    bool is_moving = false;
    std::vector<RigidPose> poses;  // by frame
};

// An object on a collider that spins: how fast it turns with it.
//
//   rate = sum m v . (a x r) / sum m |a x r|^2    a the axis, r from a point of it, rad/s: 0 slips, the spin's own sticks
struct ReportTurning {
    std::size_t object = 0;  // in ReportRun::objects
    std::string collider;
    std::vector<double> rate, collider_rate;  // by frame
};

struct ReportRun {
    std::string folder;
    bool is_foreign =
        false;  // another program's: the scene holds colliders and a name, its parameters say nothing
    Scene scene;
    nlohmann::ordered_json summary;  // null when the run has not ended
    std::vector<Verdict> verdicts;
    StatsColumns stats;
    std::vector<Index> frames;
    Index frames_there = 0;  // in the folder; more than `frames` when some were left out from the start
    std::vector<ReportObject> objects;
    std::vector<ReportCollider> colliders;
    bool has_contacts = false;
    std::vector<ReportContacts> contacts;  // by frame
    std::vector<ReportReference> references;
    std::vector<ReportTurning> turnings;
    Vec3 focus = Vec3::Zero();
    double radius = 1.0;
    std::string picture;  // PNG of the last frame
};

// `most_numbers` bounds what is kept in memory: frames are left out evenly beyond it, the first and the last stay.
// Throws InputError for a folder that holds no run with frames.
ReportRun load_report_run(const std::string& folder, std::size_t most_numbers);
ReportRun load_report_run(const RenderRun& run, std::size_t most_numbers);

// Every stride-th of `count` frames, and the last.
std::vector<std::size_t> every_nth(std::size_t count, std::size_t stride);

}  // namespace stiction
