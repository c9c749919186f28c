// Colliders and given motions of a scene.

#include "solver_core/mesh/topology.hpp"
#include "solver_core/scene/geometry.hpp"
#include "solver_core/scene/mesh_source.hpp"
#include "solver_core/scene/point_source.hpp"
#include "solver_core/scene/sequence_files.hpp"

#include <fmt/format.h>

#include <cassert>

namespace stiction {

namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;

// Obstacles may have borders, loose points and edges with three faces; only what contact cannot use is
// refused.
void check_collider_mesh(const SurfaceMesh& mesh, const Place& place)
{
    refuse_defect(find_non_finite_position(mesh.positions), place);
    refuse_defect(find_bad_index(static_cast<Index>(mesh.positions.size()), mesh.triangles), place);
    refuse_defect(find_repeated_corner(mesh.triangles), place);
    refuse_defect(find_zero_area(mesh.positions, mesh.triangles), place);
}

// Six times the enclosed volume; positive when the triangles face outward.
double signed_volume(const SurfaceMesh& mesh)
{
    double sum = 0.0;
    const Vec3 origin = mesh.positions.front();
    for (const Triangle& t : mesh.triangles) {
        const Vec3 a = mesh.positions[t[0]] - origin, b = mesh.positions[t[1]] - origin,
                   c = mesh.positions[t[2]] - origin;
        sum += a.dot(b.cross(c));
    }
    return sum;
}

bool encloses_space(const SurfaceMesh& mesh, const Place& place)
{
    const SurfaceTopology topology =
        build_surface_topology(static_cast<Index>(mesh.positions.size()), mesh.triangles);
    if (!is_closed(topology) || !is_manifold(topology) || !is_consistently_oriented(topology)) return false;
    if (signed_volume(mesh) < 0.0) {
        place.refuse("a closed mesh whose faces look inward", "faces that look outward",
                     "reverse the faces in the program the mesh comes from");
    }
    return true;
}

void scale_points(const Vec3& scale, Vec3Array& positions)
{
    for (Vec3& x : positions) x = scale.cwiseProduct(x);
}

void add_sequence(const Scene& scene, const ObjectSettings& object, const Vec3Array& as_read,
                  const Place& place, MeshShape& shape)
{
    const MeshSequence& sequence = *object.collider.sequence;
    for (Index number = sequence.first; number <= sequence.last; ++number) {
        const std::string file = sequence_file(sequence.files, number);
        NamedSurface surface = read_surface(scene, file, place, &as_read);
        const bool same = surface.mesh.positions.size() == shape.mesh.positions.size() &&
                          surface.mesh.triangles == shape.mesh.triangles;
        if (!same) {
            place.refuse(fmt::format("{} with {} points and {} triangles, or other faces", in_quotes(file),
                                     surface.mesh.positions.size(), surface.mesh.triangles.size()),
                         fmt::format("the mesh's {} points and {} triangles in every file",
                                     shape.mesh.positions.size(), shape.mesh.triangles.size()),
                         "write all files from one mesh, points in the same order");
        }
        scale_points(object.transform.scale, surface.mesh.positions);
        refuse_defect(find_non_finite_position(surface.mesh.positions), place);
        shape.frame_times.push_back(double(number - sequence.first) / sequence.fps);
        shape.frames.push_back(std::move(surface.mesh.positions));
    }
}

MeshShape build_mesh_shape(const Scene& scene, const ObjectSettings& object, const Place& place)
{
    const Place at = place.key("shape").key("mesh");
    MeshShape shape;
    shape.mesh = make_surface(scene, object.mesh, at).mesh;
    const Vec3Array as_read = shape.mesh.positions;
    scale_points(object.transform.scale, shape.mesh.positions);
    check_collider_mesh(shape.mesh, at);
    shape.closed = encloses_space(shape.mesh, at);
    if (object.collider.sequence)
        add_sequence(scene, object, as_read, place.key("shape").key("sequence"), shape);
    return shape;
}

PointsShape build_points_shape(const Scene& scene, const ObjectSettings& object, const Place& place)
{
    PointsShape points = read_points(scene, object.collider.points, place.key("shape").key("file"));
    scale_points(object.transform.scale, points);
    return points;
}

Shape build_shape(const Scene& scene, const ObjectSettings& object, const Place& place)
{
    const ColliderSettings& collider = object.collider;
    switch (collider.shape) {
        case ShapeType::plane: return PlaneShape{};
        case ShapeType::sphere: return SphereShape{collider.radius};
        case ShapeType::box: return BoxShape{0.5 * collider.size};
        case ShapeType::capsule: return CapsuleShape{collider.radius, collider.length};
        case ShapeType::cylinder: return CylinderShape{collider.radius, collider.length};
        case ShapeType::mesh: return build_mesh_shape(scene, object, place);
        case ShapeType::points: return build_points_shape(scene, object, place);
    }
    return PlaneShape{};
}

}  // namespace

RigidPose build_pose(const Vec3& translate, const Vec3& rotate_degrees)
{
    const Vec3 angles = kRadiansPerDegree * rotate_degrees;
    RigidPose pose;
    pose.translation = translate;
    pose.rotation = Eigen::AngleAxisd(angles.z(), Vec3::UnitZ()) *
                    Eigen::AngleAxisd(angles.y(), Vec3::UnitY()) *
                    Eigen::AngleAxisd(angles.x(), Vec3::UnitX());
    return pose;
}

Motion build_motion(const MotionSettings& settings)
{
    Motion motion;
    for (const MotionKey& key : settings.keyframes)
        motion.keys.push_back({key.time, build_pose(key.translate, key.rotate)});
    motion.velocity = settings.velocity;
    motion.spin_axis = settings.spin_axis.normalized();
    motion.spin_rate = kRadiansPerDegree * settings.spin_rate;
    motion.ramp = settings.ramp;
    motion.start = settings.start;
    return motion;
}

Collider build_collider(const Scene& scene, Index index)
{
    const ObjectSettings& object = scene.objects[static_cast<std::size_t>(index)];
    assert(object.type == ObjectType::collider);
    const SceneSource source{scene.file, {}};
    const Place place = Place(source).key("objects").at(static_cast<std::size_t>(index)).named(object.name);

    Collider collider;
    collider.name = object.name;
    collider.shape = build_shape(scene, object, place);
    collider.placement = build_pose(object.transform.translate, object.transform.rotate);
    collider.motion = build_motion(object.collider.motion);
    collider.radius = 0.5 * object.thickness;
    return collider;
}

}  // namespace stiction
