#include "solver_core/contact/passing_features.hpp"
#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

struct FourPaths {
    Vec3 x[4], d[4];
    Vec3 at(int k, double t) const { return x[k] + t * d[k]; }
};

double volume(const FourPaths& m, double t)
{
    const Vec3 o = m.at(0, t);
    return (m.at(1, t) - o).cross(m.at(2, t) - o).dot(m.at(3, t) - o);
}

// How near the features are, in parts of their size; the slow way.
double distance(ContactKind kind, const FourPaths& m, double t)
{
    const Vec3 a = m.at(0, t), b = m.at(1, t), c = m.at(2, t), e = m.at(3, t);
    return kind == ContactKind::vertex_face ? std::sqrt(closest_point_triangle(a, b, c, e).distance2)
                                            : std::sqrt(closest_segment_segment(a, b, c, e).distance2);
}

// A change of sign between two of many moments, closed in on, at which the features touch; `sure` is false where they come
// within rounding of a rim.
bool passes_slowly(ContactKind kind, const FourPaths& m, bool& sure)
{
    constexpr int kMoments = 4000;
    constexpr double kTouching = 1e-9, kFar = 1e-6;
    sure = true;
    for (int i = 0; i < kMoments; ++i) {
        const double t = double(i) / kMoments, u = double(i + 1) / kMoments;
        if ((volume(m, t) > 0.0) == (volume(m, u) > 0.0)) continue;
        double low = t, high = u;
        for (int k = 0; k < 50; ++k) {
            const double middle = 0.5 * (low + high);
            ((volume(m, middle) > 0.0) == (volume(m, low) > 0.0) ? low : high) = middle;
        }
        const double near = distance(kind, m, high);
        if (near < kTouching) return true;
        if (near < kFar) sure = false;
    }
    return false;
}

TEST(PassingFeatures, AgreeWithManyMoments)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const auto vec = [&] { return Vec3(number(random), number(random), number(random)); };
    int passed = 0, compared = 0;
    for (int i = 0; i < 600; ++i) {
        FourPaths m;
        for (int k = 0; k < 4; ++k) {
            m.x[k] = vec();
            m.d[k] = 0.8 * vec();
        }
        for (const ContactKind kind : {ContactKind::vertex_face, ContactKind::edge_edge}) {
            bool sure = true;
            const bool slow = passes_slowly(kind, m, sure);
            if (!sure) continue;
            ++compared;
            passed += slow ? 1 : 0;
            EXPECT_EQ(pass_through(kind, m.x, m.d), slow) << i;
        }
    }
    EXPECT_GT(passed, 60);
    EXPECT_GT(compared, 1000);
}

// A vertex that glides over a face, however near, off its rim and back.
TEST(PassingFeatures, WhoGlidesDoesNotPass)
{
    const Vec3 face[3] = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    for (const double height : {1e-3, 1e-6, 1e-9}) {
        for (const double way : {1.0, -1.0, 4.0}) {
            const Vec3 x[4] = {Vec3(0.2, height, 0.2), face[0], face[1], face[2]};
            const Vec3 d[4] = {Vec3(way, 0, 0.1 * way), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
            EXPECT_FALSE(pass_through(ContactKind::vertex_face, x, d));
        }
    }
}

// All four corners moving alike, or at rest, on one plane: nothing passes and nothing is divided by zero.
TEST(PassingFeatures, FlatAndStillIsNoPassage)
{
    const Vec3 x[4] = {Vec3(0.2, 0, 0.2), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
    for (const Vec3& way : {Vec3(0, 0, 0), Vec3(1, 2, 3)}) {
        const Vec3 d[4] = {way, way, way, way};
        EXPECT_FALSE(pass_through(ContactKind::vertex_face, x, d));
        EXPECT_FALSE(pass_through(ContactKind::edge_edge, x, d));
    }
}

}  // namespace
}  // namespace stiction
