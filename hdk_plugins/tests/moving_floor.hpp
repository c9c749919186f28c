#pragma once

// One scene, told twice: as files for the command and as tables for a host. A sheet lies on a box that shakes and lifts, a soft
// block falls on it. Times are exact in binary (32 frames a second, 8 steps a frame), so that both tellings mean the same
// bits.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/run.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace stiction::test {

constexpr int kFrames = 6;
constexpr double kFrameTime = 1.0 / 32.0;
constexpr Index kStepsPerFrame = 8;

inline GeoDetail detail_of(const SurfaceMesh& mesh, const Vec3& offset)
{
    GeometryTable table;
    for (const Vec3& x : mesh.positions) table.positions.emplace_back(x + offset);
    for (const Triangle& t : mesh.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    return detail_from_table(table, {});
}

inline GeoDetail sheet_detail()
{
    return detail_of(grid_surface(0.5, 0.5, 8, 8, GridCut::alternating, 1), Vec3(0.0, 0.01, 0.0));
}

inline GeoDetail block_detail()
{
    const TetMesh mesh = box_tets(Vec3::Constant(0.125), {2, 2, 2});
    GeometryTable table;
    for (const Vec3& x : mesh.positions) table.positions.emplace_back(x + Vec3(0.03, 0.08, 0.02));
    table.tets = mesh.tets;
    return detail_from_table(table, {});
}

// The box at the end of a frame; frame 0 is the start.
inline GeoDetail floor_detail(int frame)
{
    const double shake = frame % 2 == 0 ? 0.0 : 0.01;
    return detail_of(box_surface(Vec3(0.8, 0.2, 0.8), {4, 1, 4}), Vec3(shake, -0.1 + 0.002 * frame, 0.0));
}

inline GivenMotion floor_at(int frame)
{
    GivenMotion motion;
    motion.colliders = {std::make_shared<Vec3Array>(positions_of(floor_detail(frame)))};
    return motion;
}

// The block alone under the methods of finite strain: staggered ends as diverged with the sheet between the two (step 12).
inline bool has_sheet(const std::string& method) { return method == "projective"; }

inline std::string moving_floor_text(const std::string& method)
{
    const char* const sheet =
        R"({"name": "sheet", "type": "cloth", "mesh": {"file": "sheet.bgeo"}, "friction": 0.5},)";
    return fmt::format(R"({{
        "name": "moving floor",
        "time": {{"step": 0.00390625, "steps_per_frame": {}, "frames": {}}},
        "solver": {{"method": "{}", "iterations": 5}},
        "objects": [
            {}
            {{"name": "block", "type": "soft", "mesh": {{"file": "block.bgeo"}}, "friction": 0.75}},
            {{"name": "floor", "type": "collider", "friction": 0.25,
              "shape": {{"type": "mesh", "mesh": {{"file": "floor.0000.bgeo"}},
                         "sequence": {{"files": "floor.%04d.bgeo", "first": 0, "last": {}, "fps": 32}}}}}}
        ]}})",
                       kStepsPerFrame, kFrames, method, has_sheet(method) ? sheet : "", kFrames);
}

// Writes the files and runs the scene as `stiction simulate` does; frames are in folder/out.
inline Simulation simulate_files(const TempFolder& folder, const std::string& method)
{
    const auto write = [&](const std::string& name, const GeoDetail& detail) {
        write_file_atomically(folder / name, encode_geo(detail, JsonEncoding::binary));
    };
    write("sheet.bgeo", sheet_detail());
    write("block.bgeo", block_detail());
    for (int frame = 0; frame <= kFrames; ++frame)
        write(fmt::format("floor.{:04}.bgeo", frame), floor_detail(frame));
    write_file_atomically(folder / "scene.json", moving_floor_text(method));
    Simulation simulation = begin_simulation(load_scene(folder / "scene.json"));
    RunOptions options;
    options.folder = folder / "out";
    RunObserver observer;
    run_simulation(simulation, options, observer);
    return simulation;
}

inline HostScene moving_floor_host(const std::string& method)
{
    HostScene host;
    host.name = "/obj/dopnet1/stiction1";
    host.time_step = kFrameTime;
    host.settings = {
        {"solver.method", method}, {"solver.iterations", 5}, {"time.steps_per_frame", kStepsPerFrame}};
    if (has_sheet(method)) host.objects.push_back({"sheet", false, sheet_detail(), {{"friction", 0.5}}});
    host.objects.push_back({"block", false, block_detail(), {{"friction", 0.75}}});
    host.objects.push_back({"floor", true, floor_detail(0), {{"friction", 0.25}}});
    return host;
}

}  // namespace stiction::test
