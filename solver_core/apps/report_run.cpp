#include "solver_core/apps/report_run.hpp"

#include "solver_core/apps/render_camera.hpp"
#include "solver_core/apps/render_picture.hpp"
#include "solver_core/apps/report_turning.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/sim/contact_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace stiction {
namespace {

constexpr Index kPictureWidth = 960;
constexpr Index kPictureHeight = 600;
constexpr double kFieldOfView = 35.0;  // degrees

// What stays of an object from frame to frame.
struct RestShape {
    std::vector<RestTriangle> triangles;
    std::vector<double> mass;  // of every point, with density 1
};

RestShape rest_shape(const GeometryTable& table, const std::vector<Triangle>& triangles)
{
    RestShape rest;
    rest.triangles = rest_triangles(table.positions, triangles);
    rest.mass = table.tets.empty() ? lumped_mass(table.positions, triangles, 1.0)
                                   : lumped_mass(table.positions, table.tets, 1.0);
    return rest;
}

// Largest singular value of F = [x1 - x0, x2 - x0] D_m^-1, less 1.
double largest_stretch(const Vec3Array& x, const Triangle& t, const RestTriangle& rest)
{
    Eigen::Matrix<double, 3, 2> edges;
    edges.col(0) = x[t[1]] - x[t[0]];
    edges.col(1) = x[t[2]] - x[t[0]];
    const Mat2 c = (edges * rest.inverse).transpose() * (edges * rest.inverse);
    const double mean = 0.5 * (c(0, 0) + c(1, 1));
    const double apart = std::hypot(0.5 * (c(0, 0) - c(1, 1)), c(0, 1));
    return std::sqrt(std::max(0.0, mean + apart)) - 1.0;
}

std::vector<float> point_stretch(const Vec3Array& x, const std::vector<Triangle>& triangles,
                                 const std::vector<RestTriangle>& rest)
{
    constexpr float kNone = std::numeric_limits<float>::lowest();
    std::vector<float> stretch(x.size(), kNone);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto value = static_cast<float>(largest_stretch(x, triangles[t], rest[t]));
        for (int k = 0; k < 3; ++k) stretch[triangles[t][k]] = std::max(stretch[triangles[t][k]], value);
    }
    // Points inside a soft body belong to no triangle of its surface.
    std::replace(stretch.begin(), stretch.end(), kNone, 0.0F);
    return stretch;
}

std::vector<float> as_floats(const Vec3Array& points)
{
    std::vector<float> numbers;
    numbers.reserve(3 * points.size());
    for (const Vec3& x : points)
        for (int k = 0; k < 3; ++k) numbers.push_back(static_cast<float>(x[k]));
    return numbers;
}

// Speeds of the points and of the centre of mass, where the file has velocities.
void add_speeds(const GeometryTable& table, const std::vector<double>& mass, ReportObject& object)
{
    const auto found = table.point_attributes.find("v");
    if (found == table.point_attributes.end() || found->second.size != 3) return;
    Vec3Array velocities;
    std::vector<float>& speed = object.speed.emplace_back();
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        velocities.emplace_back(found->second.values[3 * i], found->second.values[3 * i + 1],
                                found->second.values[3 * i + 2]);
        speed.push_back(static_cast<float>(velocities.back().norm()));
    }
    object.centre_speed.push_back(center_of_mass(velocities, mass).norm());
}

void load_object(const RenderRun& run, Index number, ReportRun& out)
{
    const ObjectSettings& settings = run.scene().objects[number];
    ReportObject& object = out.objects.emplace_back();
    object.name = settings.name;
    object.scene_object = number;
    object.is_cloth = settings.type == ObjectType::cloth;
    RestShape rest;
    for (const Index frame : out.frames) {
        const GeometryTable table = run.read_table(settings, frame);
        if (object.positions.empty()) {
            object.triangles = surface_triangles(table);
            rest = rest_shape(table, object.triangles);
        }
        if (table.positions.size() != rest.mass.size())
            throw InputError(out.folder,
                             fmt::format("frame {} of \"{}\" has {} points and the first has {}; the frames "
                                         "of a run share their points; simulate again",
                                         frame, settings.name, table.positions.size(), rest.mass.size()));
        object.positions.push_back(as_floats(table.positions));
        object.stretch.push_back(point_stretch(table.positions, object.triangles, rest.triangles));
        object.centre.push_back(center_of_mass(table.positions, rest.mass));
        add_speeds(table, rest.mass, object);
    }
}

struct ShapeSize {
    std::vector<double> operator()(const PlaneShape&) const { return {}; }
    std::vector<double> operator()(const SphereShape& s) const { return {s.radius}; }
    std::vector<double> operator()(const BoxShape& s) const
    {
        return {2.0 * s.half_size.x(), 2.0 * s.half_size.y(), 2.0 * s.half_size.z()};
    }
    std::vector<double> operator()(const CapsuleShape& s) const { return {s.radius, s.length}; }
    std::vector<double> operator()(const CylinderShape& s) const { return {s.radius, s.length}; }
    std::vector<double> operator()(const MeshShape&) const { return {}; }
    std::vector<double> operator()(const PointsShape&) const { return {}; }
};

void load_collider(const RenderRun& run, Index number, std::size_t c, ReportRun& out)
{
    const ObjectSettings& settings = run.scene().objects[number];
    const Collider& collider = run.colliders()[c];
    if (!is_convex(collider.shape)) {
        ReportObject& object = out.objects.emplace_back();
        object.name = settings.name;
        object.scene_object = number;
        object.is_collider = true;
        for (const Index frame : out.frames) {
            const SurfaceMesh surface = run.collider_surface(c, frame);
            object.triangles = surface.triangles;
            object.positions.push_back(as_floats(surface.positions));
        }
        return;
    }
    ReportCollider& shape = out.colliders.emplace_back();
    shape.name = settings.name;
    shape.scene_object = number;
    shape.shape = name_of(settings.collider.shape);
    shape.size = std::visit(ShapeSize(), collider.shape);
    shape.is_moving = !collider.motion.is_static();
    for (const Index frame : out.frames) shape.poses.push_back(pose_at(collider, run.time_of(frame)));
}

// Frames whose contacts are missing (an older run, output.contacts off) leave the run without any.
void load_contacts(ReportRun& out)
{
    const auto file_of = [&](Index frame) {
        return out.folder + "/" + contact_file_name(frame, out.scene.output.format);
    };
    out.has_contacts = std::all_of(out.frames.begin(), out.frames.end(),
                                   [&](Index frame) { return std::filesystem::exists(file_of(frame)); });
    if (!out.has_contacts) return;
    for (const Index frame : out.frames) out.contacts.push_back(read_report_contacts(file_of(frame)));
}

// The one thing an object has touched in the run, or -1.
Index only_partner(const ReportRun& run, Index scene_object)
{
    Index partner = -1;
    for (const ReportContacts& frame : run.contacts) {
        for (const ReportContact& contact : frame) {
            if (contact.object != scene_object && contact.other != scene_object) continue;
            const Index other = contact.object == scene_object ? contact.other : contact.object;
            if (partner >= 0 && partner != other) return -1;
            partner = other;
        }
    }
    return partner;
}

void find_references(ReportRun& run)
{
    if (run.frames.empty() || run.frames.front() != 0) return;
    for (std::size_t i = 0; i < run.objects.size(); ++i) {
        const ReportObject& object = run.objects[i];
        const Index partner = object.is_cloth ? only_partner(run, object.scene_object) : -1;
        if (partner < 0) continue;
        Vec3Array points;
        for (std::size_t k = 0; k < object.positions[0].size(); k += 3)
            points.emplace_back(object.positions[0][k], object.positions[0][k + 1],
                                object.positions[0][k + 2]);
        std::optional<ReportReference> reference =
            sheet_on_plane(run.scene, object.scene_object, partner, points,
                           run.frames.back() * run.scene.time.steps_per_frame);
        if (!reference) continue;
        reference->object = i;
        run.references.push_back(std::move(*reference));
    }
}

std::string draw_picture(const RenderRun& run)
{
    const RenderCamera camera =
        camera_around(run.outline(), three_quarter_direction(), kFieldOfView, kPictureWidth, kPictureHeight);
    return encode_png(render_picture(run.scene_at(run.frames().back()), camera, {}));
}

void load_results(ReportRun& out)
{
    out.stats = read_stats(out.folder + "/stats.jsonl");
    const std::string summary = out.folder + "/summary.json";
    if (!std::filesystem::exists(summary)) return;
    out.summary = nlohmann::ordered_json::parse(read_file(summary), nullptr, false);
    if (!out.summary.is_object())
        throw InputError(summary, "not a summary of a run; stiction simulate --resume writes it again");
    out.verdicts = check_expectations(out.scene.expect, out.summary);
}

std::vector<Index> choose_frames(const RenderRun& run, std::size_t most_numbers)
{
    std::size_t numbers = 0;  // of a frame
    for (const ObjectSettings& object : run.scene().objects)
        if (object.type != ObjectType::collider)
            numbers += 5 * run.read_table(object, run.frames().front()).positions.size();
    const std::size_t stride = 1 + numbers * run.frames().size() / std::max<std::size_t>(1, most_numbers);
    std::vector<Index> frames;
    for (const std::size_t i : every_nth(run.frames().size(), stride)) frames.push_back(run.frames()[i]);
    return frames;
}

}  // namespace

std::vector<std::size_t> every_nth(std::size_t count, std::size_t stride)
{
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < count; i += stride) kept.push_back(i);
    if (count > 0 && kept.back() != count - 1) kept.push_back(count - 1);
    return kept;
}

ReportRun load_report_run(const std::string& folder, std::size_t most_numbers)
{
    return load_report_run(RenderRun(folder), most_numbers);
}

ReportRun load_report_run(const RenderRun& run, std::size_t most_numbers)
{
    ReportRun out;
    out.folder = run.folder();
    out.is_foreign = run.is_foreign();
    out.scene = run.scene();
    out.frames = choose_frames(run, most_numbers);
    out.frames_there = static_cast<Index>(run.frames().size());
    out.focus = run.focus();
    out.radius = run.radius();
    std::size_t collider = 0;
    for (std::size_t i = 0; i < out.scene.objects.size(); ++i) {
        const auto number = static_cast<Index>(i);
        if (out.scene.objects[i].type == ObjectType::collider)
            load_collider(run, number, collider++, out);
        else
            load_object(run, number, out);
    }
    if (!out.is_foreign) {
        load_contacts(out);
        load_results(out);
        find_references(out);
        out.turnings = find_turnings(run, out);
    }
    out.picture = draw_picture(run);
    return out;
}

}  // namespace stiction
