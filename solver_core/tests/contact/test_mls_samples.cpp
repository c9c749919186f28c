#include "solver_core/base/error.hpp"
#include "solver_core/contact/mls_samples.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/tests/contact/mls_scenes.hpp"
#include "solver_core/tests/support/check_derivatives.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

const std::vector<double> kRadius{1.0};

MlsSamples one_triangle(const Vec3Array& x)
{
    return triangle_samples(std::vector<Triangle>{Triangle(0, 1, 2)}, x, kRadius);
}

TEST(MlsSamples, NormalDerivativesAreThoseOfTheNormal)
{
    std::mt19937 random(7);
    for (int trial = 0; trial < 20; ++trial) {
        const Vec3Array x{tests::random_vector(random, 1), tests::random_vector(random, 1),
                          tests::random_vector(random, 1)};
        const MlsSamples samples = one_triangle(x);
        if (samples.triangle_frame[0].inverse_twice_area > 5.0) continue;  // slivers: differences say nothing
        const Vec3 g = tests::random_vector(random, 1);
        auto energy = [&](const Vec3Array& y) { return g.dot(one_triangle(y).normal[0]); };
        Vec3 gradient[3];
        normal_transpose_product(samples, 0, g, gradient);
        tests::check_gradient(energy, {gradient[0], gradient[1], gradient[2]}, x, 1e-6, 1e-7);
        // The second derivative is the Jacobian of the gradient.
        auto slope = [&](const Vec3Array& y) {
            Vec3 out[3];
            normal_transpose_product(one_triangle(y), 0, g, out);
            Eigen::VectorXd all(9);
            all << out[0], out[1], out[2];
            return all;
        };
        tests::check_jacobian(slope, normal_hessian(samples, 0, g), x, 1e-6, 1e-6);
        // Forwards and backwards agree.
        const Vec3 m[3] = {tests::random_vector(random, 1), tests::random_vector(random, 1),
                           tests::random_vector(random, 1)};
        EXPECT_NEAR(g.dot(normal_product(samples, 0, m[0], m[1], m[2])),
                    gradient[0].dot(m[0]) + gradient[1].dot(m[1]) + gradient[2].dot(m[2]), 1e-11);
    }
}

TEST(MlsSamples, VertexNormalsOfASphereAreRadial)
{
    const SurfaceMesh sphere = sphere_surface(1.0, 32);
    for (const NormalWeight weight : {NormalWeight::area, NormalWeight::angle}) {
        const MlsSamples samples = vertex_samples(sphere.triangles, sphere.positions, weight, kRadius);
        ASSERT_EQ(samples.size(), static_cast<Index>(sphere.positions.size()));
        EXPECT_FALSE(samples.is_differentiable());
        for (std::size_t s = 0; s < samples.position.size(); ++s)
            EXPECT_GT(samples.normal[s].dot(samples.position[s].normalized()), 0.999);
    }
}

// At the corner of a box the angle-weighted normal does not depend on how the faces are cut; the area-weighted one does.
TEST(MlsSamples, AngleWeightsDoNotSeeTheTriangulation)
{
    const SurfaceMesh box = box_surface(Vec3(1, 1, 1), {1, 1, 1});
    const MlsSamples samples = vertex_samples(box.triangles, box.positions, NormalWeight::angle, kRadius);
    for (std::size_t s = 0; s < samples.position.size(); ++s)
        EXPECT_NEAR(samples.normal[s].dot(samples.position[s].normalized()), 1.0, 1e-12);
}

TEST(MlsSamples, MoveWithTheirNodes)
{
    SurfaceMesh sphere = sphere_surface(1.0, 12);
    MlsSamples samples = triangle_samples(sphere.triangles, sphere.positions, kRadius);
    for (Vec3& p : sphere.positions) p = Vec3(2.0 * p[0], p[1] + 1.0, p[2]);
    EXPECT_EQ(update_samples(sphere.positions, samples), 0);
    const MlsSamples fresh = triangle_samples(sphere.triangles, sphere.positions, kRadius);
    EXPECT_EQ(samples.position, fresh.position);
    EXPECT_EQ(samples.normal, fresh.normal);
    // A collapsed triangle keeps its normal and is counted.
    const Vec3 before = samples.normal[0];
    const Triangle t = sphere.triangles[0];
    sphere.positions[static_cast<std::size_t>(t[1])] = sphere.positions[static_cast<std::size_t>(t[0])];
    EXPECT_GE(update_samples(sphere.positions, samples), 1);
    EXPECT_EQ(samples.normal[0], before);
}

TEST(MlsSamples, BadSamplesAreNamed)
{
    const Vec3Array x{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(0, 1, 0)};
    try {
        triangle_samples(std::vector<Triangle>{Triangle(0, 1, 3), Triangle(0, 1, 2)}, x, kRadius);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("triangle 1"), std::string::npos) << error.what();
    }
    try {
        point_samples(x, Vec3Array{Vec3(0, 2, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 0, 0)}, kRadius);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("point 1"), std::string::npos) << error.what();
    }
    EXPECT_EQ(point_samples(Vec3Array{Vec3(0, 0, 0)}, Vec3Array{Vec3(0, 2, 0)}, kRadius).normal[0],
              Vec3(0, 1, 0));
}

}  // namespace
}  // namespace stiction
