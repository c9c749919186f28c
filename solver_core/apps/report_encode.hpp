#pragma once

// A run as the page reads it: a JSON object of names and small numbers, and packed sections of the large arrays.
//
// Sections of the pack, all over the kept frames:
//   mesh.<i>.triangles   corners, three a triangle
//   mesh.<i>.position    frame codes (report_pack.hpp), three numbers a point
//   mesh.<i>.stretch, mesh.<i>.speed   frame codes, one number a point
//   mesh.<i>.centre      centre of mass, three numbers a frame;    mesh.<i>.centre_speed  one a frame
//   collider.<i>.pose    x y z of the translation, x y z w of the rotation, for every frame
//   contacts.count       contacts of every frame; the other columns have one entry a contact, frame after frame:
//   contacts.mesh, .point, .pair, .state, .cone (0 to 255: 0 to 1), .gap, .slip
//   contacts.offset      zigzag of its position less that of its point, in steps of the mesh's quantisation
//   contacts.impulse     zigzag, in steps of impulse_step
//   reference.<i>.distance, .offset, .speed     closed form at every frame
//   stats.<name>         columns of stats.jsonl, one entry a step

#include "solver_core/apps/report_pack.hpp"
#include "solver_core/apps/report_run.hpp"

namespace stiction {

struct EncodedRun {
    nlohmann::ordered_json json;
    std::string data;  // of the pack, as text
};

// Keeps every stride-th frame and the last.
EncodedRun encode_report_run(const ReportRun& run, std::size_t stride);

}  // namespace stiction
