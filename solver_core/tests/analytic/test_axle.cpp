// A soft wheel shrunk on an axle without friction. Contact acts along the normals of the step's start, while what it acts on turns
// on by w h, so that it drags; and backward Euler takes moment of momentum from whatever turns. A step leaves
//
//   w / (1 + h (N r h / I + h w^2)),    the sum in brackets at its end
//
//   w  turning speed, 1/s      I  moment of inertia about the axle, kg m^2      h  time step, s
//   r  radius of the axle, m   N  normal forces of the axle, magnitudes added up, N

#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

constexpr double kRadius = 0.07;

std::string wheel_on_axle(double h)
{
    return fmt::format(
        R"({{"time": {{"step": {}}}, "gravity": [0, 0, 0], "solver": {{"method": "staggered"}}, "objects": [
            {{"name": "wheel", "type": "soft", "self_contact": false, "friction": 0, "spin": [0, 150, 0],
              "mesh": {{"generator": "tube", "radius": 0.1, "inner_radius": {}, "length": 0.06, "resolution": 16}},
              "material": {{"density": 1000, "young": 1e6, "poisson": 0.3}}}},
            {{"name": "axle", "type": "collider", "friction": 0,
              "shape": {{"type": "cylinder", "radius": {}, "length": 0.2}}}}]}})",
        h, kRadius, kRadius);
}

struct Turning {
    double speed = 0.0;    // 1/s
    double inertia = 0.0;  // kg m^2
};

Turning turning(const ExamRun& run)
{
    Turning t;
    double momentum = 0.0;
    for (std::size_t i = 0; i < run.state.x.size(); ++i) {
        const Vec3 x = run.state.x[i];
        momentum += run.model.mass[i] * x.cross(run.state.v[i]).y();
        t.inertia += run.model.mass[i] * (x.x() * x.x() + x.z() * x.z());
    }
    t.speed = momentum / t.inertia;
    return t;
}

TEST(Axle, WithoutFrictionItDragsByItsLoadAndTheStep)
{
    for (const double h : {0.005, 0.0025}) {
        SCOPED_TRACE(h);
        ExamRun run(wheel_on_axle(h));
        run.advance(10);  // the corners of the hole, which stand inside the axle at first, are out
        const double before = turning(run).speed;
        const std::int64_t steps = 20;
        double lost = 0.0;
        for (std::int64_t k = 0; k < steps; ++k) {
            run.advance();
            double load = 0.0;
            for (Index c = 0; c < run.work.contacts.size(); ++c)
                load += run.work.contacts.normal[c].dot(run.work.staggered.impulse[c]) / h;
            const Turning now = turning(run);
            lost += std::log1p(h * h * (load * kRadius / now.inertia + now.speed * now.speed));
        }
        ASSERT_TRUE(run.usable);
        EXPECT_NEAR(std::log(before / turning(run).speed), lost, 0.005 * lost);
    }
}

}  // namespace
}  // namespace stiction::test
