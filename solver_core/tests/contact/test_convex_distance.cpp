#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

const Shape kShapes[] = {PlaneShape{}, SphereShape{0.7}, BoxShape{Vec3(0.5, 0.8, 0.3)},
                         CapsuleShape{0.3, 1.2}, CylinderShape{0.5, 1.4}};

// A point of the shape itself, boundary included, by its definition rather than by its distance.
Vec3 point_of(const Shape& shape, Random& random)
{
    for (;;) {
        const Vec3 p = uniform_vec(random, 1.5);
        const Vec3 on_axis(0, std::fmin(std::fmax(p[1], -0.6), 0.6), 0);
        switch (shape.index()) {
            case 0:
                if (p[1] <= 0.0) return p;
                break;
            case 1:
                if (p.norm() <= 0.7) return p;
                break;
            case 2: return Vec3(p[0] / 3.0, p[1] * 0.8 / 1.5, p[2] / 5.0);
            case 3:
                if ((p - on_axis).norm() <= 0.3) return p;
                break;
            default:
                if (std::hypot(p[0], p[2]) <= 0.5 && std::fabs(p[1]) <= 0.7) return p;
                break;
        }
    }
}

TEST(ConvexDistance, GradientIsTheNormal)
{
    Random random(1);
    constexpr double kStep = 1e-6;
    for (const Shape& shape : kShapes) {
        int kinks = 0;
        for (int i = 0; i < 3000; ++i) {
            const Vec3 p = uniform_vec(random, 1.5);
            const SignedDistance at = signed_distance(shape, p);
            EXPECT_NEAR(at.normal.norm(), 1.0, 1e-14);
            Vec3 gradient;
            for (int k = 0; k < 3; ++k)
                gradient[k] = (signed_distance(shape, p + kStep * Vec3::Unit(k)).phi -
                               signed_distance(shape, p - kStep * Vec3::Unit(k)).phi) /
                              (2.0 * kStep);
            kinks += (gradient - at.normal).norm() > 1e-4;
        }
        EXPECT_LE(kinks, 3) << "shape " << shape.index() << ": only the medial axis may differ";
    }
}

TEST(ConvexDistance, HessianIsTheDerivativeOfTheNormal)
{
    Random random(7);
    constexpr double kStep = 1e-6;
    for (const Shape& shape : kShapes) {
        int kinks = 0;
        for (int i = 0; i < 3000; ++i) {
            const Vec3 p = uniform_vec(random, 1.5);
            Mat3 difference;
            for (int k = 0; k < 3; ++k)
                difference.col(k) = (signed_distance(shape, p + kStep * Vec3::Unit(k)).normal -
                                     signed_distance(shape, p - kStep * Vec3::Unit(k)).normal) /
                                    (2.0 * kStep);
            const Mat3 hessian = distance_hessian(shape, p);
            kinks += (difference - hessian).norm() > 1e-3 * (1.0 + hessian.norm());
        }
        EXPECT_LE(kinks, 6) << "shape " << shape.index() << ": only kinks may differ";
    }
}

TEST(ConvexDistance, ConvexAndLipschitz)
{
    Random random(2);
    for (const Shape& shape : kShapes)
        for (int i = 0; i < 5000; ++i) {
            const Vec3 p = uniform_vec(random, 1.5), q = uniform_vec(random, 1.5);
            const SignedDistance at_p = signed_distance(shape, p), at_q = signed_distance(shape, q);
            EXPECT_LE(signed_distance(shape, 0.5 * (p + q)).phi, 0.5 * (at_p.phi + at_q.phi) + 1e-14);
            EXPECT_LE(std::fabs(at_p.phi - at_q.phi), (p - q).norm() + 1e-14);
            EXPECT_GE(at_q.phi, at_p.phi + at_p.normal.dot(q - p) - 1e-14) << "the normal is a subgradient";
        }
}

// Outside, no point of the shape is nearer than phi and the foot is on the surface; inside, phi is the
// distance to leave.
TEST(ConvexDistance, IsTheDistance)
{
    Random random(3);
    for (const Shape& shape : kShapes)
        for (int i = 0; i < 400; ++i) {
            const Vec3 p = uniform_vec(random, 1.5);
            const SignedDistance at = signed_distance(shape, p);
            const Vec3 foot = p - at.phi * at.normal;
            EXPECT_NEAR(signed_distance(shape, foot).phi, 0.0, 1e-13) << "shape " << shape.index();
            for (int k = 0; k < 50; ++k) {
                const Vec3 inside = point_of(shape, random);
                EXPECT_LE(signed_distance(shape, inside).phi, 1e-15);
                EXPECT_GE((p - inside).norm(), at.phi - 1e-14);
            }
            for (int k = 0; k < 50 && at.phi < 0.0; ++k) {
                const Vec3 near = p + uniform_vec(random, 1).normalized() * (-at.phi * (1.0 - 1e-12));
                EXPECT_LE(signed_distance(shape, near).phi, 1e-12);
            }
        }
}

TEST(ConvexDistance, CentresAndEdgesHaveAFixedNormal)
{
    for (const Shape& shape : kShapes)
        for (const Vec3& p : {Vec3(0, 0, 0), Vec3(0, 0.6, 0), Vec3(0, -0.7, 0), Vec3(0.5, 0.8, 0.3),
                              Vec3(0.5, 0.7, 0), Vec3(0, 0.2, 0), Vec3(0.2, 0.5, 0.0)}) {
            const SignedDistance at = signed_distance(shape, p);
            EXPECT_NEAR(at.normal.norm(), 1.0, 1e-14);
            EXPECT_EQ(at.normal, signed_distance(shape, p).normal);
        }
    EXPECT_DOUBLE_EQ(signed_distance(SphereShape{0.7}, Vec3::Zero()).phi, -0.7);
    EXPECT_DOUBLE_EQ(signed_distance(CylinderShape{0.5, 1.4}, Vec3::Zero()).phi, -0.5);
    EXPECT_DOUBLE_EQ(signed_distance(CapsuleShape{0.3, 1.2}, Vec3(0, 0.6, 0)).phi, -0.3);
}

TEST(ConvexDistance, FirstEntry)
{
    Random random(4);
    for (const Shape& shape : kShapes) {
        int entered = 0;
        for (int i = 0; i < 3000; ++i) {
            const Vec3 p = uniform_vec(random, 2.5), q = uniform_vec(random, 2.5);
            const double level = uniform(random, 0.0, 0.1);
            double s = 0.0;
            const bool hit = first_entry(shape, p, q, level, s);
            double least = 1e9;
            for (int k = 0; k <= 200; ++k)
                least = std::fmin(least, signed_distance(shape, p + k / 200.0 * (q - p)).phi - level);
            if (signed_distance(shape, p).phi <= level) {
                EXPECT_FALSE(hit);
            } else if (least < 0.0) {
                ASSERT_TRUE(hit);
                ++entered;
                EXPECT_NEAR(signed_distance(shape, p + s * (q - p)).phi, level, 1e-11);
                for (int k = 0; k < 20; ++k)
                    EXPECT_GE(signed_distance(shape, p + s * k / 20.0 * (q - p)).phi, level - 1e-11);
            } else if (least > 1e-2) {
                EXPECT_FALSE(hit);
            }
        }
        EXPECT_GT(entered, 100);
    }
}

}  // namespace
}  // namespace stiction::contact_tests
