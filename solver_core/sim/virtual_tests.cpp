#include "solver_core/sim/virtual_tests.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/math/heavy_elastica.hpp"
#include "solver_core/sim/simulation.hpp"
#include "solver_core/sim/virtual_scenes.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kDegreesPerRadian = 180.0 / 3.14159265358979323846;
constexpr double kAtRest = 1e-4;  // m/s; what is left of a critically damped motion is some 1e-5 m

void advance(Simulation& simulation, Index steps)
{
    for (Index i = 0; i < steps; ++i) {
        const StepReport report = advance_step(simulation, {});
        if (!is_usable(report.status))
            throw InputError(simulation.scene.name, failure_text(simulation, report));
    }
}

// Gradient of the elastic energy at every node.
Vec3Array elastic_gradient(const Simulation& simulation)
{
    const ProjectiveModel& model = simulation.model.projective;
    const Vec3Array& x = simulation.state.x;
    Vec3Array corner(model.elasticity.corner_count());
    model.elasticity.project_all(x, corner);
    Vec3Array gradient(x.size());
    for (Index i = 0; i < model.node_count(); ++i)
        gradient[i] = stiffness_row(model, x, i) - model.elasticity.gather(corner, i);
    return gradient;
}

double unbalanced_force(const Simulation& simulation)
{
    const Vec3Array gradient = elastic_gradient(simulation);
    double force = 0.0;
    double weight = 0.0;
    for (const Index i : simulation.model.projective.free_nodes) {
        const Vec3 gravity = simulation.model.mass[i] * simulation.model.gravity;
        force += (gravity - gradient[i]).squaredNorm();
        weight += gravity.squaredNorm();
    }
    return std::sqrt(force / weight);
}

double fastest(const Simulation& simulation)
{
    double speed = 0.0;
    for (const Vec3& v : simulation.state.v) speed = std::max(speed, v.norm());
    return speed;
}

// Steps until nothing moves, or for all of the scene's time.
void come_to_rest(Simulation& simulation)
{
    const TimeSettings& time = simulation.scene.time;
    for (Index frame = 0; frame < time.frames; ++frame) {
        advance(simulation, time.steps_per_frame);
        if (fastest(simulation) < kAtRest) return;
    }
}

// Force along x that holds the pin's points.
double clamp_force(const Simulation& simulation, std::size_t pin)
{
    const Vec3Array gradient = elastic_gradient(simulation);
    double force = 0.0;
    for (const Index i : simulation.model.pins[pin].nodes) force += gradient[i].x();
    return force;
}

double slope_of(const std::vector<TensilePoint>& curve)
{
    double ef = 0.0;
    double ee = 0.0;
    for (const TensilePoint& point : curve) {
        ef += point.strain * point.force;
        ee += point.strain * point.strain;
    }
    return ef / ee;
}

// Mean position along x of the nodes that start within `width` of `place`.
double mark(const Simulation& simulation, double place, double width)
{
    double sum = 0.0;
    double count = 0.0;
    for (std::size_t i = 0; i < simulation.model.x0.size(); ++i) {
        if (std::abs(simulation.model.x0[i].x() - place) > width) continue;
        sum += simulation.state.x[i].x();
        count += 1.0;
    }
    return sum / count;
}

// Where a strip of this overhang comes to rest.
struct Hanging {
    double angle = 0.0;  // of the line from edge to tip below the horizontal, degrees
    double unbalanced = 0.0;
};

Hanging hang(const ClothMaterial& material, double overhang, Index cells)
{
    Simulation simulation = begin_simulation(cantilever_scene(material, overhang, cells));
    Hanging hanging;
    come_to_rest(simulation);
    hanging.unbalanced = unbalanced_force(simulation);
    Vec3 tip = Vec3::Zero();
    double count = 0.0;
    for (std::size_t i = 0; i < simulation.model.x0.size(); ++i) {
        if (simulation.model.x0[i].x() < overhang * (1.0 - 1e-6)) continue;
        tip += simulation.state.x[i];
        count += 1.0;
    }
    tip /= count;
    hanging.angle = kDegreesPerRadian * std::atan2(-tip.y(), tip.x());
    return hanging;
}

}  // namespace

TensileTest tensile_test(const ClothMaterial& material)
{
    Simulation simulation = begin_simulation(tensile_scene(material));
    TensileTest test;
    test.given = material.stretch;
    for (Index k = 1; k <= kTensilePoints; ++k) {
        advance(simulation, kTensileHold);
        test.curve.push_back(
            {kTensileStrain * k / kTensilePoints, clamp_force(simulation, 1) / kTensileWidth});
    }
    test.slope = slope_of(test.curve);
    return test;
}

TensileTest tensile_test(const SoftMaterial& material)
{
    const Scene scene = tensile_scene(material);
    Simulation simulation = begin_simulation(scene);
    advance(simulation, scene.time.frames * scene.time.steps_per_frame);
    constexpr double kThird = kBarLength / 3.0;
    constexpr double kHair = 1e-6;
    const double length = mark(simulation, 0.5 * kThird, kHair) - mark(simulation, -0.5 * kThird, kHair);
    TensileTest test;
    test.given = material.young;
    test.curve.push_back({length / kThird - 1.0, clamp_force(simulation, 1) / (kBarWidth * kBarWidth)});
    test.slope = slope_of(test.curve);
    return test;
}

CantileverTest cantilever_test(const ClothMaterial& material, Index cells)
{
    constexpr double kGravity = 9.81;
    constexpr double kCloseEnough =
        0.2;  // degrees; the rest is left to the straight line through two overhangs
    const double weight = material.density * kGravity;
    CantileverTest test;
    test.given = material.bend;
    test.overhang_closed = std::cbrt(cantilever_gamma(kCantileverAngle) * material.bend / weight);

    // Secant on the angle over the logarithm of the overhang, which is nearly straight.
    double length = std::cbrt(6.0 * material.bend / weight);
    Hanging hanging = hang(material, length, cells);
    double next = length * 1.15;
    for (int tries = 0; tries < 6; ++tries) {
        const Hanging longer = hang(material, next, cells);
        const double slope = (longer.angle - hanging.angle) / std::log(next / length);
        length = next;
        hanging = longer;
        next = length * std::exp(std::clamp((kCantileverAngle - hanging.angle) / slope, -0.4, 0.4));
        if (std::abs(hanging.angle - kCantileverAngle) < kCloseEnough) break;
    }
    test.overhang = next;
    test.bending_length = 0.5 * test.overhang;
    test.rigidity = weight * std::pow(test.bending_length, 3);
    test.unbalanced = hanging.unbalanced;
    return test;
}

DrapeTest drape_test(const ClothMaterial& material, Index around)
{
    Simulation simulation = begin_simulation(drape_scene(material, around));
    come_to_rest(simulation);
    DrapeTest test = measure_shadow(simulation.model.objects[0].triangles, simulation.state.x, around);
    test.unbalanced = unbalanced_force(simulation);
    test.speed = fastest(simulation);
    test.seconds = static_cast<double>(simulation.state.step) * simulation.model.step;
    return test;
}

}  // namespace stiction
