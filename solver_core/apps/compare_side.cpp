#include "solver_core/apps/compare_side.hpp"

#include "solver_core/apps/report_stats.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/nearest_name.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace stiction {
namespace {

constexpr double kTimeMargin = 1e-9;  // s

void append(const GeometryTable& part, GeometryTable& whole)
{
    const auto offset = static_cast<Index>(whole.positions.size());
    whole.positions.insert(whole.positions.end(), part.positions.begin(), part.positions.end());
    for (std::vector<Index> polygon : part.polygons) {
        for (Index& corner : polygon) corner += offset;
        whole.polygons.push_back(std::move(polygon));
    }
    for (const Tet& tet : part.tets) whole.tets.push_back((tet.array() + offset).matrix());
}

std::vector<const ObjectSettings*> objects_of(const Scene& scene, const std::string& wanted,
                                              const std::string& where)
{
    std::vector<const ObjectSettings*> objects;
    std::vector<std::string> names;
    for (const ObjectSettings& object : scene.objects) {
        if (object.type == ObjectType::collider) continue;
        names.push_back(object.name);
        if (wanted.empty() || object.name == wanted) objects.push_back(&object);
    }
    if (objects.empty())
        throw InputError(where, fmt::format("--object: {} found; allowed: {}; name one of these",
                                            in_quotes(wanted), join_names(names)));
    return objects;
}

bool is_wanted(const SideOptions& options, Index frame)
{
    return !options.frames || (frame >= options.frames->first && frame <= options.frames->last);
}

// Mean of the steps' own times.
std::optional<double> computing_time(const std::string& folder, Index steps_per_frame)
{
    const StatsColumns stats = read_stats(folder + "/stats.jsonl");
    for (const auto& [name, values] : stats.columns) {
        if (name != "ms.total" || values.empty()) continue;
        double sum = 0.0;
        for (const double ms : values) sum += ms;
        if (std::isfinite(sum)) return 1e-3 * sum / double(values.size()) * steps_per_frame;
    }
    return std::nullopt;
}

void load_run(const RenderRun& run, ComparedSide& side)
{
    const Scene& scene = run.scene();
    const std::string& where = side.options.where;
    const auto objects = objects_of(scene, side.options.object, where);
    side.cache.name = where;
    for (const Index frame : run.frames()) {
        if (!is_wanted(side.options, frame)) continue;
        GeometryTable table;
        for (const ObjectSettings* object : objects) append(run.read_table(*object, frame), table);
        add_frame(side.cache, table, frame, run.time_of(frame), fmt::format("{}, frame {}", where, frame));
    }
    if (side.cache.frames.empty())
        throw InputError(where, fmt::format("no frame from {} to {} found; there are {}; choose among these "
                                            "(--frames)",
                                            side.options.frames->first, side.options.frames->last,
                                            describe_frames(run.frames())));
    side.scene = scene;
    side.colliders = run.colliders();
    side.seconds = computing_time(where, scene.time.steps_per_frame);
}

void drop_frames(Cache& cache, double first, double last)
{
    for (std::size_t f = cache.times.size(); f-- > 0;) {
        if (cache.times[f] >= first - kTimeMargin && cache.times[f] <= last + kTimeMargin) continue;
        const auto place = static_cast<std::ptrdiff_t>(f);
        cache.times.erase(cache.times.begin() + place);
        cache.frames.erase(cache.frames.begin() + place);
        cache.positions.erase(cache.positions.begin() + place);
    }
}

// A scene of the foreign object and the colliders, for drawing alone.
Scene scene_to_draw(const ComparedSide& side)
{
    Scene scene;
    scene.name = side_label(side.options.where);
    scene.description = "Frames of another program, without statistics.";
    scene.time = {side.cache.frame_seconds(), 1, static_cast<Index>(side.cache.frames.size()) - 1};
    ObjectSettings object = make_object(side.cache.tets.empty() ? ObjectType::cloth : ObjectType::soft);
    object.name = "cache";
    scene.objects.push_back(object);
    struct ShapeName {
        ShapeType operator()(const PlaneShape&) const { return ShapeType::plane; }
        ShapeType operator()(const SphereShape&) const { return ShapeType::sphere; }
        ShapeType operator()(const BoxShape&) const { return ShapeType::box; }
        ShapeType operator()(const CapsuleShape&) const { return ShapeType::capsule; }
        ShapeType operator()(const CylinderShape&) const { return ShapeType::cylinder; }
        ShapeType operator()(const MeshShape&) const { return ShapeType::mesh; }
        ShapeType operator()(const PointsShape&) const { return ShapeType::points; }
    };
    for (const Collider& collider : side.colliders) {
        ObjectSettings settings = make_object(ObjectType::collider);
        settings.name = collider.name;
        settings.collider.shape = std::visit(ShapeName(), collider.shape);
        scene.objects.push_back(settings);
    }
    return scene;
}

}  // namespace

std::string side_label(const std::string& where)
{
    const std::filesystem::path path = std::filesystem::path(where).lexically_normal();
    return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

std::optional<double> frame_rate_of_run(const std::string& where)
{
    if (!is_run_folder(where)) return std::nullopt;
    const Scene scene = load_scene(where + "/scene.json");
    return 1.0 / (scene.time.step * scene.time.steps_per_frame);
}

std::vector<Collider> colliders_of(const Scene& scene)
{
    std::vector<Collider> colliders;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
        if (scene.objects[i].type == ObjectType::collider)
            colliders.push_back(build_collider(scene, static_cast<Index>(i)));
    return colliders;
}

ComparedSide load_side(const SideOptions& options)
{
    ComparedSide side;
    side.options = options;
    if (is_run_folder(options.where)) {
        load_run(RenderRun(options.where), side);
    } else {
        CacheReading reading;
        reading.unit = options.unit;
        reading.fps = options.fps;
        if (options.frames) {
            reading.all = false;
            reading.first = options.frames->first;
            reading.last = options.frames->last;
        }
        side.cache = read_cache(options.where, reading);
    }
    if (options.seconds) side.seconds = options.seconds;
    require_even_frames(side.cache, 3);
    return side;
}

void keep_common_times(ComparedSide& a, ComparedSide& b)
{
    const double first = std::max(a.cache.times.front(), b.cache.times.front());
    const double last = std::min(a.cache.times.back(), b.cache.times.back());
    for (ComparedSide* side : {&a, &b}) {
        const double start = side->cache.times.front(), end = side->cache.times.back();
        drop_frames(side->cache, first, last);
        if (side->cache.frames.size() < 3)
            throw InputError(side->options.where,
                             fmt::format("frames from {:g} s to {:g} s found; the other cache has {:g} s to "
                                         "{:g} s; three common frames are needed; check --fps and --frames",
                                         start, end, first, last));
    }
}

CacheMeasures measure_side(const ComparedSide& side, const RestWindow& rest, double contact_distance)
{
    const Cache& cache = side.cache;
    const Vec3Array rest_points =
        side.options.rest.empty()
            ? Vec3Array()
            : read_rest_points(side.options.rest, cache, side.scene ? 1.0 : side.options.unit);
    CacheMeasures out;
    out.label = side.options.where;
    out.points = cache.weight.size();
    out.triangles = cache.triangles.size();
    out.tets = cache.tets.size();
    out.first_frame = cache.frames.front();
    out.last_frame = cache.frames.back();
    out.fps = double(cache.frames[1] - cache.frames[0]) / cache.frame_seconds();
    out.motion = measure_motion(cache, rest);
    out.shape = measure_shape(cache, rest_points);
    if (!side.colliders.empty()) out.collider = measure_colliders(cache, side.colliders, contact_distance);
    out.seconds_per_frame = side.seconds;
    return out;
}

RenderRun drawn_side(const ComparedSide& side)
{
    if (side.scene) return RenderRun(side.options.where);
    ForeignFrames foreign;
    foreign.name = side.options.where;
    foreign.scene = scene_to_draw(side);
    foreign.colliders = side.colliders;
    GeometryTable table;
    table.tets = side.cache.tets;
    for (const Triangle& t : side.cache.triangles)
        if (side.cache.tets.empty()) table.polygons.push_back({t[0], t[1], t[2]});
    for (std::size_t f = 0; f < side.cache.frames.size(); ++f)
        foreign.frames.push_back(static_cast<Index>(f));
    foreign.read = [table, positions = side.cache.positions](Index frame) mutable {
        table.positions = positions[static_cast<std::size_t>(frame)];
        return table;
    };
    return RenderRun(std::move(foreign));
}

}  // namespace stiction
