#include "solver_core/apps/render_run.hpp"

#include "solver_core/apps/collider_mesh.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/mesh/aabb.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/frame_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace stiction {
namespace {

constexpr Index kRound = 96;              // segments around a collider
constexpr Index kOutlineFrames = 17;      // frames that are looked through for the outline
constexpr double kColliderCrease = 40.0;  // degrees
constexpr double kSoftCrease = 50.0;
constexpr double kClothCrease = 180.0;
constexpr double kNear = 0.4;          // colliders this near count, in diagonals of the objects' box
constexpr double kFloorGap = 0.015;    // of the studio's floor below everything, in radii
constexpr double kTileShare = 0.25;    // side of a checker tile, in radii
constexpr double kLevel = 0.9994;      // cosine of the angle (2 degrees) up to which a plane is a floor
constexpr double kSlopeMargin = 0.06;  // of a slope beyond what moves on it, in radii
constexpr double kSlopeDepth = 0.06;   // in radii

// The resolved scene in a folder of a run.
std::string scene_file(const std::string& folder)
{
    const std::string file = folder + "/scene.json";
    if (!is_run_folder(folder))
        throw InputError(folder,
                         "is not the folder of a run: it holds no scene.json; give the DIR of stiction "
                         "simulate --out DIR");
    return file;
}

// 1, 2 or 5 times a power of ten, not above.
double round_length(double length)
{
    const double power = std::pow(10.0, std::floor(std::log10(length)));
    for (const double step : {5.0, 2.0})
        if (length >= step * power) return step * power;
    return power;
}

// A slope: the part of a tilted plane below some points. An endless one would not be seen to fall.
SurfaceMesh slope_slab(const RigidPose& plane, const Vec3Array& points, double radius)
{
    Aabb box;
    for (const Vec3& x : points) box.include(plane.apply_inverse(x));
    const double margin = kSlopeMargin * radius, depth = kSlopeDepth * radius;
    const Vec3 size(box.hi.x() - box.lo.x() + 2.0 * margin, depth, box.hi.z() - box.lo.z() + 2.0 * margin);
    const Vec3 middle(0.5 * (box.lo.x() + box.hi.x()), -0.5 * depth, 0.5 * (box.lo.z() + box.hi.z()));
    SurfaceMesh slab = box_surface(size, {1, 1, 1});
    for (Vec3& x : slab.positions) x = plane.apply(x + middle);
    return slab;
}

// Adds the outermost points in 26 directions.
void add_outline(const Vec3Array& points, Vec3Array& outline)
{
    if (points.empty()) return;
    for (int d = 0; d < 27; ++d) {
        const int y = d / 3 % 3;
        const int z = d / 9;
        const Vec3 direction(d % 3 - 1, y - 1, z - 1);
        outline.push_back(*std::max_element(points.begin(), points.end(), [&](const Vec3& a, const Vec3& b) {
            return a.dot(direction) < b.dot(direction);
        }));
    }
}

}  // namespace

bool is_run_folder(const std::string& folder)
{
    std::error_code error;
    return std::filesystem::exists(folder + "/scene.json", error);
}

std::string describe_frames(const std::vector<Index>& frames)
{
    std::string text;
    for (std::size_t i = 0; i < frames.size();) {
        std::size_t end = i + 1;
        while (end < frames.size() && frames[end] == frames[end - 1] + 1) ++end;
        if (!text.empty()) text += ", ";
        text +=
            end - i == 1 ? fmt::format("{}", frames[i]) : fmt::format("{}-{}", frames[i], frames[end - 1]);
        i = end;
    }
    return text;
}

RenderRun::RenderRun(const std::string& folder) : folder_(folder), scene_(load_scene(scene_file(folder)))
{
    bool is_first = true;
    for (std::size_t i = 0; i < scene_.objects.size(); ++i) {
        const ObjectSettings& object = scene_.objects[i];
        if (object.type == ObjectType::collider) {
            add_collider(build_collider(scene_, static_cast<Index>(i)));
            continue;
        }
        const std::vector<Index> there = frames_of(object.name);
        std::vector<Index> both;
        std::set_intersection(frames_.begin(), frames_.end(), there.begin(), there.end(),
                              std::back_inserter(both));
        frames_ = is_first ? there : both;
        is_first = false;
    }
    if (frames_.empty())
        throw InputError(folder,
                         "no frame with a file of every object found; a run with frames is needed; "
                         "run stiction simulate SCENE --out DIR first");
    find_outline();
}

RenderRun::RenderRun(ForeignFrames foreign)
    : folder_(std::move(foreign.name)),
      read_foreign_(std::move(foreign.read)),
      scene_(std::move(foreign.scene)),
      frames_(std::move(foreign.frames))
{
    for (Collider& collider : foreign.colliders) add_collider(std::move(collider));
    find_outline();
}

void RenderRun::add_collider(Collider collider)
{
    colliders_.push_back(std::move(collider));
    collider_meshes_.push_back(collider_mesh(colliders_.back(), {kRound, 0.0}));
}

void RenderRun::require_frame(Index frame) const
{
    if (std::binary_search(frames_.begin(), frames_.end(), frame)) return;
    throw InputError(folder_, fmt::format("frame {} is not there; there are {}; choose one of these", frame,
                                          describe_frames(frames_)));
}

std::string RenderRun::file_name(const std::string& object, Index frame) const
{
    return fmt::format("{}/frames/{}.{:04}.{}", folder_, object, frame,
                       frame_extension(scene_.output.format));
}

std::vector<Index> RenderRun::frames_of(const std::string& object) const
{
    std::vector<Index> frames;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/frames", error)) {
        const std::string name = entry.path().filename().string();
        if (name.size() <= object.size() || name.compare(0, object.size() + 1, object + ".") != 0) continue;
        Index frame = 0;
        const char* end = name.data() + name.size();
        const auto number = std::from_chars(name.data() + object.size() + 1, end, frame);
        if (number.ec != std::errc() || frame < 0) continue;
        if (entry.path() == std::filesystem::path(file_name(object, frame))) frames.push_back(frame);
    }
    std::sort(frames.begin(), frames.end());
    return frames;
}

double RenderRun::time_of(Index frame) const
{
    return double(frame) * scene_.time.steps_per_frame * scene_.time.step;
}

GeometryTable RenderRun::read_table(const ObjectSettings& object, Index frame) const
{
    if (read_foreign_) return read_foreign_(frame);
    const std::string file = file_name(object.name, frame);
    GeometryTable table = read_geometry(file);
    for (const Vec3& x : table.positions)
        if (!x.allFinite())
            throw InputError(file, "a position that is not a finite number; simulate this frame again");
    return table;
}

SurfaceMesh RenderRun::read_object(const ObjectSettings& object, Index frame) const
{
    GeometryTable table = read_table(object, frame);
    SurfaceMesh mesh;
    mesh.triangles = surface_triangles(table);
    mesh.positions = std::move(table.positions);
    return mesh;
}

SurfaceMesh RenderRun::collider_surface(std::size_t collider, Index frame) const
{
    return placed_mesh(colliders_[collider], collider_meshes_[collider], time_of(frame));
}

// Looks through a few frames, the first and the last among them.
void RenderRun::find_outline()
{
    const auto count = static_cast<Index>(frames_.size());
    const Index looks = std::min(count, kOutlineFrames);
    std::vector<Index> chosen;
    Aabb box;
    for (Index i = 0; i < looks; ++i) {
        chosen.push_back(frames_[static_cast<std::size_t>(looks > 1 ? i * (count - 1) / (looks - 1) : 0)]);
        for (const ObjectSettings& object : scene_.objects)
            if (object.type != ObjectType::collider)
                add_outline(read_object(object, chosen.back()).positions, outline_);
    }
    for (const Vec3& x : outline_) box.include(x);
    box.inflate(kNear * (box.hi - box.lo).norm());
    for (std::size_t c = 0; c < colliders_.size(); ++c) {
        for (const Index frame : chosen) {
            Vec3Array points = collider_surface(c, frame).positions;
            points.erase(std::remove_if(points.begin(), points.end(),
                                        [&](const Vec3& x) { return !contains(box, x); }),
                         points.end());
            add_outline(points, outline_);
        }
    }
    Aabb seen;
    for (const Vec3& x : outline_) seen.include(x);
    focus_ = 0.5 * (seen.lo + seen.hi);
    radius_ = 1e-6;
    for (const Vec3& x : outline_) radius_ = std::max(radius_, (x - focus_).norm());
}

void RenderRun::set_focus(const Vec3& focus, double radius)
{
    focus_ = focus;
    radius_ = radius;
}

void RenderRun::add_objects(Index frame, RenderScene& out) const
{
    std::size_t number = 0;
    for (const ObjectSettings& object : scene_.objects) {
        if (object.type == ObjectType::collider) continue;
        const bool is_cloth = object.type == ObjectType::cloth;
        SurfaceMesh surface = read_object(object, frame);
        RenderMesh& mesh = out.meshes.emplace_back();
        mesh.positions = std::move(surface.positions);
        mesh.triangles = std::move(surface.triangles);
        mesh.material = is_cloth ? cloth_material(number) : soft_material(number);
        compute_normals(mesh, is_cloth ? kClothCrease : kSoftCrease);
        ++number;
    }
}

// A level plane is a ground; a tilted one becomes a slab, and `lowest` goes down to its lower edge.
void RenderRun::add_plane(std::size_t number, const RigidPose& pose, double& lowest, RenderScene& out) const
{
    const Mat3 axes = pose.rotation.toRotationMatrix();
    if (axes(1, 1) >= kLevel) {
        out.grounds.push_back(
            {pose.translation, axes.col(1), axes.col(0), axes.col(2), round_length(kTileShare * radius_)});
        return;
    }
    SurfaceMesh slab = slope_slab(pose, outline_, radius_);
    for (const Vec3& x : slab.positions) lowest = std::min(lowest, x.y());
    RenderMesh& mesh = out.meshes.emplace_back();
    mesh.positions = std::move(slab.positions);
    mesh.triangles = std::move(slab.triangles);
    mesh.pose = pose;
    mesh.material = collider_material(number);
    mesh.is_collider = true;
    compute_normals(mesh, kColliderCrease);
}

// Returns the height of the lowest slope, above everything when there is none.
double RenderRun::add_colliders(Index frame, RenderScene& out) const
{
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < colliders_.size(); ++c) {
        const Collider& collider = colliders_[c];
        const RigidPose pose = pose_at(collider, time_of(frame));
        if (std::holds_alternative<PlaneShape>(collider.shape)) {
            add_plane(c, pose, lowest, out);
            continue;
        }
        SurfaceMesh surface = collider_surface(c, frame);
        RenderMesh& mesh = out.meshes.emplace_back();
        mesh.positions = std::move(surface.positions);
        mesh.triangles = std::move(surface.triangles);
        mesh.pose = pose;
        mesh.material = collider_material(c);
        mesh.is_collider = true;
        const bool is_round = !std::holds_alternative<BoxShape>(collider.shape) && is_convex(collider.shape);
        if (is_round && !collider.motion.is_static()) mesh.material.sectors = 8;
        compute_normals(mesh, kColliderCrease);
    }
    return lowest;
}

RenderScene RenderRun::scene_at(Index frame) const
{
    require_frame(frame);
    RenderScene out;
    out.focus = focus_;
    out.radius = radius_;
    add_objects(frame, out);
    double lowest = std::min(add_colliders(frame, out), focus_.y());
    if (out.grounds.empty()) {
        // Nothing level to stand on: the studio's floor takes the shadows, below everything that moves.
        RenderGround floor;
        for (const Vec3& x : outline_) lowest = std::min(lowest, x.y());
        floor.origin = Vec3(focus_.x(), lowest - kFloorGap * radius_, focus_.z());
        out.grounds.push_back(floor);
    }
    return out;
}

}  // namespace stiction
