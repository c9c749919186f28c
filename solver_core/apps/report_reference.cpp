#include "solver_core/apps/report_reference.hpp"

#include "solver_core/scene/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kDegreesPerRadian = 180.0 / 3.14159265358979323846;
constexpr double kLying = 1e-4;     // farthest above its thickness that still lies on the plane, m
constexpr double kAcross = 1e-6;    // sine of the angle between two directions that count as one
constexpr double kSlowest = 1e-12;  // below this there is no direction, m/s or m/s^2

bool lies_on(const Collider& plane, const ObjectSettings& sheet, const Vec3Array& points)
{
    const double reach = 0.5 * sheet.thickness + plane.radius + kLying;
    return std::all_of(points.begin(), points.end(), [&](const Vec3& x) {
        const double height = plane.placement.apply_inverse(x).y();
        return height > -kLying && height < reach;
    });
}

bool moves_as_a_point(const Scene& scene, const ObjectSettings& sheet)
{
    return sheet.type == ObjectType::cloth && sheet.pins.empty() && sheet.air_drag == 0.0 &&
           sheet.spin.isZero() && scene.friction_changes.empty();
}

}  // namespace

std::optional<ReportReference> sheet_on_plane(const Scene& scene, Index sheet, Index plane,
                                              const Vec3Array& points, Index steps)
{
    const ObjectSettings& settings = scene.objects[sheet];
    if (scene.objects[plane].type != ObjectType::collider ||
        scene.objects[plane].collider.shape != ShapeType::plane)
        return std::nullopt;
    const Collider collider = build_collider(scene, plane);
    if (!moves_as_a_point(scene, settings) || !collider.motion.is_static() ||
        !lies_on(collider, settings, points))
        return std::nullopt;

    const Vec3 normal = collider.placement.rotation * Vec3::UnitY();
    const double g_n = -scene.gravity.dot(normal);
    const Vec3 along = scene.gravity + g_n * normal;
    const Vec3& start = settings.velocity;
    if (g_n <= 0.0 || std::abs(start.dot(normal)) > kSlowest) return std::nullopt;
    const bool is_thrown = start.norm() > kSlowest;
    if (is_thrown && start.cross(along).norm() > kAcross * start.norm() * scene.gravity.norm())
        return std::nullopt;
    Vec3 direction = is_thrown ? start : along;
    direction = direction.norm() > kSlowest ? Vec3(direction.normalized()) : Vec3(Vec3::Zero());

    ReportReference reference;
    reference.plane = plane;
    reference.mu = pair_friction(scene, sheet, plane);
    reference.angle = kDegreesPerRadian * std::atan2(along.norm(), g_n);
    reference.acceleration = std::max(0.0, along.norm() - reference.mu * g_n);
    const double h = scene.time.step;
    const double push = h * along.dot(direction);
    const double hold = h * reference.mu * g_n;  // the most that friction takes in a step, m/s
    reference.direction = direction;
    double v = start.dot(direction);
    double s = 0.0, x = 0.0;
    for (Index n = 0; n <= steps; ++n) {
        if (n > 0) {
            const double free = v + push;
            v = std::abs(free) <= hold ? 0.0 : free - std::copysign(hold, free);
            s += h * std::abs(v);
            x += h * v;
        }
        reference.offset.push_back(x);
        reference.distance.push_back(s);
        reference.speed.push_back(std::abs(v));
    }
    return reference;
}

}  // namespace stiction
