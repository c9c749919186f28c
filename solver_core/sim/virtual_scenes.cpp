#include "solver_core/sim/virtual_scenes.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFar = 10.0;   // m, beyond every specimen
constexpr double kHair = 1e-7;  // m, less than any cell
constexpr double kGravity = 9.81;

// Every step starts its iterations from the free fall h^2 g below the last shape. A share of that fall is still there when
// they end, so cloth at rest hangs a little too low; a small step keeps it below a hundredth of a cell.
constexpr double kStep = 0.001;  // s

Scene scene_of(const char* name, ObjectSettings object)
{
    Scene scene;
    scene.name = name;
    scene.output.contacts = false;
    scene.contact.self_contact = false;
    scene.objects.push_back(std::move(object));
    return scene;
}

Pin hold(const Vec3& low, const Vec3& high)
{
    Pin pin;
    pin.box = std::array<Vec3, 2>{low, high};
    return pin;
}

// The part of the points with x in [low, high].
Pin hold_x(double low, double high) { return hold(Vec3(low, -kFar, -kFar), Vec3(high, kFar, kFar)); }

// Pulls along x to the last strain in equal stages, each held.
MotionSettings pull(double length, double strain, Index stages, double step)
{
    MotionSettings motion;
    for (Index k = 1; k <= stages; ++k) {
        const Vec3 to(length * strain * k / stages, 0.0, 0.0);
        const double from_time = (k - 1) * kTensileHold * step;
        const Vec3 from(length * strain * (k - 1) / stages, 0.0, 0.0);
        motion.keyframes.push_back({from_time, from, Vec3::Zero()});
        motion.keyframes.push_back({from_time + 0.5 * step, to, Vec3::Zero()});
    }
    return motion;
}

void add_pull(ObjectSettings& object, double length, double strain, Index stages, double step)
{
    object.pins.push_back(hold_x(-kFar, -0.5 * length + kHair));
    Pin moved = hold_x(0.5 * length - kHair, kFar);
    moved.motion = pull(length, strain, stages, step);
    object.pins.push_back(std::move(moved));
}

// Rings of the drape specimen: the support's part is held, its last ring half a cell outside the support's edge.
struct Rings {
    static constexpr Index kFree = 12;
    static constexpr Index kHeld = 3;
    static constexpr double kCell = (kDrapeSpecimenRadius - kDrapeSupportRadius) / (kFree + 0.5);
    static double radius(Index ring) { return kDrapeSpecimenRadius - kCell * (kFree + kHeld - 1 - ring); }
};

double wave(double angle)
{
    double sum = 0.0;
    for (int n = 2; n <= 12; ++n) sum += std::cos(n * angle + 2.4 * n * n);
    return 1e-4 / 3.0 * sum;
}

MeshSource drape_mesh(Index around)
{
    MeshSource mesh;
    mesh.generator = Generator::arrays;
    const Index rings = Rings::kFree + Rings::kHeld;
    for (Index r = 0; r < rings; ++r) {
        const double out = std::max(0.0, Rings::radius(r) - kDrapeSupportRadius - Rings::kCell) /
                           (kDrapeSpecimenRadius - kDrapeSupportRadius);
        for (Index a = 0; a < around; ++a) {
            const double angle = 2.0 * kPi * a / around;
            mesh.points.emplace_back(Rings::radius(r) * std::cos(angle), out * out * wave(angle),
                                     Rings::radius(r) * std::sin(angle));
        }
    }
    const auto at = [&](Index r, Index a) { return r * around + a % around; };
    for (Index r = 0; r + 1 < rings; ++r) {
        for (Index a = 0; a < around; ++a) {
            const Index p = at(r, a), q = at(r, a + 1), s = at(r + 1, a), t = at(r + 1, a + 1);
            if ((r + a) % 2 == 0) {
                mesh.triangles.emplace_back(p, q, t);
                mesh.triangles.emplace_back(p, t, s);
            } else {
                mesh.triangles.emplace_back(p, q, s);
                mesh.triangles.emplace_back(q, t, s);
            }
        }
    }
    // The middle, for the eye and for the shadow.
    const auto centre = static_cast<Index>(mesh.points.size());
    mesh.points.emplace_back(0.0, 0.0, 0.0);
    for (Index a = 0; a < around; ++a) mesh.triangles.emplace_back(centre, at(0, a + 1), at(0, a));
    return mesh;
}

}  // namespace

double cantilever_width(double overhang) { return std::max(kCantileverWidth, overhang); }

Scene cantilever_scene(const ClothMaterial& material, double overhang, Index cells)
{
    constexpr Index kHeldColumns = 3;
    constexpr double kCellAcross = kCantileverWidth / 4;
    const double width = cantilever_width(overhang);
    const double cell = overhang / (cells + 0.5);
    const Index columns = cells + kHeldColumns - 1;
    ObjectSettings strip = make_object(ObjectType::cloth);
    strip.name = "strip";
    strip.cloth = material;
    strip.mesh.size = {columns * cell, width, 0.0};
    strip.mesh.divisions = {columns, static_cast<Index>(std::lround(width / kCellAcross)), 1};
    // The right end at x = overhang, the last held column at half a cell.
    strip.transform.translate = Vec3(overhang - 0.5 * columns * cell, 0.0, 0.0);
    strip.pins.push_back(hold_x(-kFar, 0.5 * cell + kHair));
    // Critical for the slowest swing of a strip that hangs by its bending length: it stops within a second.
    strip.air_drag = 1.75 * std::sqrt(2.0 * kGravity / overhang) * material.density;
    Scene scene = scene_of("cantilever", std::move(strip));
    scene.time = {kStep, 50, 20};
    scene.solver.iterations = 100;
    return scene;
}

Scene drape_scene(const ClothMaterial& material, Index around)
{
    ObjectSettings specimen = make_object(ObjectType::cloth);
    specimen.name = "specimen";
    specimen.cloth = material;
    specimen.cloth.rest_flat = true;
    specimen.mesh = drape_mesh(around);
    Pin pin;
    for (Index i = 0; i < Rings::kHeld * around; ++i) pin.points.push_back(i);
    pin.points.push_back(static_cast<Index>(specimen.mesh.points.size()) - 1);
    specimen.pins.push_back(std::move(pin));
    specimen.air_drag = 10.0 * material.density;
    Scene scene = scene_of("drape", std::move(specimen));
    scene.time = {kStep, 50, 40};
    scene.solver.iterations = 30;
    return scene;
}

Scene tensile_scene(const ClothMaterial& material)
{
    ObjectSettings strip = make_object(ObjectType::cloth);
    strip.name = "strip";
    strip.cloth = material;
    strip.mesh.size = {kTensileLength, kTensileWidth, 0.0};
    strip.mesh.divisions = {16, 4, 1};
    constexpr double kPullStep = 0.01;
    add_pull(strip, kTensileLength, kTensileStrain, kTensilePoints, kPullStep);
    Scene scene = scene_of("tensile", std::move(strip));
    scene.gravity = Vec3::Zero();
    scene.time = {kPullStep, kTensileHold, kTensilePoints};
    scene.solver.iterations = 50;
    return scene;
}

Scene tensile_scene(const SoftMaterial& material)
{
    ObjectSettings bar = make_object(ObjectType::soft);
    bar.name = "bar";
    bar.soft = material;
    bar.mesh.generator = Generator::box;
    bar.mesh.size = {kBarLength, kBarWidth, kBarWidth};
    bar.mesh.divisions = {15, 3, 3};
    // Two ways of a wave along the bar and back: each step forgets the last one's motion.
    const double pull_step = std::min(1.0, 4.0 * kBarLength * std::sqrt(material.density / material.young));
    add_pull(bar, kBarLength, kBarStrain, 1, pull_step);
    Scene scene = scene_of("tensile_bar", std::move(bar));
    scene.gravity = Vec3::Zero();
    scene.time = {pull_step, kTensileHold, 3};
    scene.solver.iterations = 100;
    return scene;
}

}  // namespace stiction
