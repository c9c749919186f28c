#include "solver_core/apps/render_light.hpp"

#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr Index kKeyTexels = 2048;
constexpr Index kSkyTexels = 144;
constexpr int kSkyDirections = 128;
constexpr double kMapRadius = 1.15;  // of the shadow maps, in radii of the focus
constexpr double kKeySize = 0.11;    // tangent of the key light's half angle
constexpr double kBelow = 0.32;      // radiance from below, relative to the zenith: light off the floor

constexpr double kKeyStrength = 0.72;
constexpr double kSkyStrength = 0.44;
const Vec3 kKeyColour(1.0, 0.975, 0.94);
const Vec3 kSkyColour(0.955, 0.98, 1.03);

// A ground fades between these distances from the focus, in its radii.
constexpr double kFadeStart = 1.6;
constexpr double kFadeEnd = 4.5;
constexpr double kGroundShadow = 0.82;  // how much of the shadow shows
constexpr double kCheckerContrast = 0.07;

double smooth_step(double from, double to, double x)
{
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// From the camera's left, above and in front.
Vec3 key_direction(const RenderCamera& camera)
{
    const Vec3 left = -Vec3(camera.right.x(), 0.0, camera.right.z());
    const Vec3 nearer = -Vec3(camera.forward.x(), 0.0, camera.forward.z());
    return (0.62 * left + 0.38 * nearer + 1.0 * Vec3::UnitY()).normalized();
}

// Evenly over the sphere, from top to bottom.
Vec3 sky_direction(int i)
{
    const double y = 1.0 - (2.0 * i + 1.0) / kSkyDirections;
    const double r = std::sqrt(1.0 - y * y), angle = i * 2.39996322972865332;
    return {r * std::cos(angle), y, r * std::sin(angle)};
}

// Triangle wave's integral: its difference over an interval is the mean of a square wave of period 2 times its length.
double square_integral(double x)
{
    const double period = x - 2.0 * std::floor(0.5 * x);
    return period < 1.0 ? period : 2.0 - period;
}

// Mean of the square wave (+1 on even, -1 on odd unit intervals) over `width` around x.
double filtered_square(double x, double width)
{
    const double w = std::max(width, 1e-6);
    return (square_integral(x + 0.5 * w) - square_integral(x - 0.5 * w)) / w;
}

// Leaves dark and middle tones alone and brings what is brighter below 1.
Vec3 compress_highlights(const Vec3& colour)
{
    constexpr double kKnee = 0.7;
    return colour.unaryExpr([](double c) {
        return c <= kKnee ? c : kKnee + (1.0 - kKnee) * (1.0 - std::exp(-(c - kKnee) / (1.0 - kKnee)));
    });
}

Vec3 surface_colour(const RenderMesh& mesh, const RenderPoint& point)
{
    const RenderMaterial& material = mesh.material;
    const Vec3 colour = point.is_front ? material.front : material.back;
    if (material.sectors == 0) return colour;
    const Vec3 local = mesh.pose.apply_inverse(point.position);
    const double from_axis = std::max(std::hypot(local.x(), local.z()), 1e-9);
    const double turns = std::atan2(local.x(), local.z()) / kPi;  // -1 to 1
    const double width = 1.5 * point.footprint / (kPi * from_axis) * material.sectors;
    return colour * (0.9 + 0.1 * filtered_square(material.sectors * turns, std::min(width, 2.0)));
}

}  // namespace

RenderLight::RenderLight(const RenderScene& scene, const RenderCamera& camera)
    : scene_(scene),
      camera_(camera),
      key_(key_direction(camera), scene.focus, kMapRadius * scene.radius, kKeyTexels)
{
    double open_floor = 0.0;
    for (int i = 0; i < kSkyDirections; ++i) {
        const Vec3 direction = sky_direction(i);
        sky_.emplace_back(direction, scene.focus, kMapRadius * scene.radius, kSkyTexels);
        sky_radiance_.push_back(kBelow + (1.0 - kBelow) * smooth_step(-0.25, 0.6, direction.y()));
        open_floor += sky_radiance_.back() * std::max(0.0, direction.y());
    }
    for (double& radiance : sky_radiance_) radiance /= open_floor;
    parallel_for(kSkyDirections + 1, 1, [&](Index i) {
        ShadowMap& map = i == 0 ? key_ : sky_[static_cast<std::size_t>(i - 1)];
        for (const RenderMesh& mesh : scene.meshes) map.draw(mesh);
    });
}

Vec3 RenderLight::background(double x, double y) const
{
    const double dx = (x / camera_.width - 0.5) * 1.1, dy = y / camera_.height - 0.42;
    const double away = smooth_step(0.0, 0.85, std::hypot(dx, dy));
    const Vec3 middle(0.905, 0.905, 0.9), border(0.69, 0.70, 0.71);
    return middle + away * (border - middle);
}

RenderLight::Irradiance RenderLight::irradiance(const RenderPoint& point) const
{
    Irradiance result{0.0, 0.0, 0.0};
    const double facing = point.normal.dot(key_.towards());
    // The key reaches a little around the edge of light and shade, as a large lamp does.
    const double lambert = std::max(0.0, (facing + 0.08) / 1.08);
    if (lambert > 0.0) {
        const Vec3 from = point.position + 1.5 * key_.texel() * point.normal;
        result.key = lambert * key_.soft_reach(from, point.normal, kKeySize, point.turn);
    }
    const Vec3 from = point.position + 1.2 * sky_.front().texel() * point.normal;
    for (std::size_t i = 0; i < sky_.size(); ++i) {
        const double light = sky_radiance_[i] * point.normal.dot(sky_[i].towards());
        if (light <= 0.0) continue;
        result.sky_open += light;
        result.sky += light * sky_[i].reach(from);
    }
    return result;
}

Vec3 RenderLight::shade(const RenderMesh& mesh, const RenderPoint& point) const
{
    const Irradiance light = irradiance(point);
    const Vec3 albedo = surface_colour(mesh, point);
    const Vec3 arriving = kKeyStrength * light.key * kKeyColour + kSkyStrength * light.sky * kSkyColour;
    const Vec3 to_eye = (camera_.eye - point.position).normalized();
    const double openness = light.sky / std::max(light.sky_open, 1e-9);
    const double rim = std::pow(1.0 - std::clamp(point.normal.dot(to_eye), 0.0, 1.0), 4.0);
    const Vec3 halfway = (to_eye + key_.towards()).normalized();
    const double highlight = std::pow(std::max(0.0, point.normal.dot(halfway)), 28.0) * light.key;
    const Vec3 colour = albedo.cwiseProduct(arriving) +
                        0.14 * rim * openness * (0.5 * albedo + Vec3::Constant(0.5)) +
                        mesh.material.gloss * highlight * kKeyColour;
    return compress_highlights(colour);
}

double RenderLight::ground_share(const Vec3& position) const
{
    const double away = (position - scene_.focus).norm() / scene_.radius;
    return 1.0 - smooth_step(kFadeStart, kFadeEnd, away);
}

Vec3 RenderLight::shade_ground(const RenderGround& ground, const RenderPoint& point, const Vec3& behind) const
{
    const double share = ground_share(point.position);
    const Irradiance light = irradiance(point);
    const double open_key = std::max(0.0, (point.normal.dot(key_.towards()) + 0.08) / 1.08);
    const double open = kKeyStrength * open_key + kSkyStrength * light.sky_open;
    const double ratio = (kKeyStrength * light.key + kSkyStrength * light.sky) / std::max(open, 1e-9);
    double tone = 1.0 - kGroundShadow * (1.0 - ratio);
    if (ground.tile > 0.0) {
        // A grazing view stretches the pixel over the floor; one width for both directions, as the wider asks.
        const Vec3 to_eye = camera_.eye - point.position;
        const double grazing = std::max(0.05, std::abs(ground.normal.dot(to_eye)) / to_eye.norm());
        const double width = point.footprint / grazing / ground.tile;
        const Vec3 p = point.position - ground.origin;
        const double checker = filtered_square(ground.axis_x.dot(p) / ground.tile, width) *
                               filtered_square(ground.axis_z.dot(p) / ground.tile, width);
        tone *= 1.0 - kCheckerContrast * (1.0 - checker);
    }
    return behind * (1.0 + share * (tone - 1.0));
}

}  // namespace stiction
