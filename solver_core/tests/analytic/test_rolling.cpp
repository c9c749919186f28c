#include "solver_core/tests/support/exam_scene.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

// Way down a slope of 10 degrees in 0.3 s of a ball that starts at rest and does not slip.
double rolled(Index iterations, double young)
{
    test::SlopeExam exam;
    exam.angle = 10.0;
    exam.mu = 1.0;
    exam.step = 0.005;
    exam.iterations = iterations;
    exam.half_height = 0.1;
    exam.body =
        fmt::format(R"("type": "soft", "mesh": {{"generator": "sphere", "radius": 0.1, "resolution": 8}},
                               "material": {{"density": 1000, "young": {}}})",
                    young);
    test::ExamRun run(exam);
    const Vec3 start = run.centre();
    run.advance(60);
    return (run.centre() - start).dot(exam.downhill());
}

// How far a ball of facets rolls is its own affair; that ten iterations and sixty agree on it is the solver's.
TEST(Rolling, DoesNotDependOnIterations)
{
    for (const double young : {1e5, 1e7}) {
        const double few = rolled(10, young), many = rolled(60, young);
        EXPECT_GT(many, 0.01) << "young " << young;
        EXPECT_NEAR(few / many, 1.0, 0.01) << "young " << young;
    }
}

}  // namespace
}  // namespace stiction
