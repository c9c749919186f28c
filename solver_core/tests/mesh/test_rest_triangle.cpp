#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"
#include "solver_core/mesh/surface_generators.hpp"
#include "solver_core/mesh/tet_generators.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    double value() { return distribution_(engine_); }
    Vec3 vector() { return Vec3(value(), value(), value()); }
    Mat3 matrix() { return (Mat3() << vector(), vector(), vector()).finished(); }
    Mat3 rotation()
    {
        return Eigen::Quaterniond(value(), value(), value(), value() + 1.5).normalized().toRotationMatrix();
    }

private:
    std::mt19937_64 engine_;
    std::uniform_real_distribution<double> distribution_{-1.0, 1.0};
};

Mat32 deformation_gradient(const RestTriangle& rest, const Vec3& x0, const Vec3& x1, const Vec3& x2)
{
    Mat32 d_s;
    d_s << x1 - x0, x2 - x0;
    return d_s * rest.inverse;
}

TEST(RestTriangle, of_a_right_triangle)
{
    const RestTriangle rest = rest_triangle(Vec3(1, 1, 1), Vec3(3, 1, 1), Vec3(1, 1, 5));
    EXPECT_DOUBLE_EQ(rest.area, 4.0);
    EXPECT_TRUE(rest.inverse.isApprox((Mat2() << 0.5, 0.0, 0.0, 0.25).finished(), 1e-15));
}

TEST(RestTriangle, rigid_motion_gives_an_isometry)
{
    for (unsigned seed = 1; seed <= 100; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        const Vec3 x0 = random.vector(), x1 = random.vector(), x2 = random.vector();
        const RestTriangle rest = rest_triangle(x0, x1, x2);
        EXPECT_NEAR(rest.area, triangle_area(x0, x1, x2), 1e-14);
        const Mat3 turn = random.rotation();
        const Vec3 shift = random.vector();
        const Mat32 f = deformation_gradient(rest, turn * x0 + shift, turn * x1 + shift, turn * x2 + shift);
        EXPECT_LT((f.transpose() * f - Mat2::Identity()).norm(), 1e-11 / rest.area);
    }
}

TEST(RestTriangle, in_plane_stretch_shows_as_singular_values)
{
    // A sheet in the xz plane stretched by 1.3 along x and 0.7 along z: C has trace 1.3^2 + 0.7^2, det (1.3 *
    // 0.7)^2.
    const SurfaceMesh sheet = grid_surface(1.0, 2.0, 6, 5, GridCut::irregular, 2);
    const std::vector<RestTriangle> rest = rest_triangles(sheet.positions, sheet.triangles);
    const Vec3 stretch(1.3, 1.0, 0.7);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const Triangle& t = sheet.triangles[i];
        const auto moved = [&](Index corner) -> Vec3 {
            return stretch.cwiseProduct(sheet.positions[t[corner]]);
        };
        const Mat32 f = deformation_gradient(rest[i], moved(0), moved(1), moved(2));
        const Mat2 c = f.transpose() * f;
        EXPECT_NEAR(c.trace(), 1.3 * 1.3 + 0.7 * 0.7, 1e-12);
        EXPECT_NEAR(c.determinant(), 1.3 * 1.3 * 0.7 * 0.7, 1e-12);
    }
}

TEST(RestTet, recovers_an_affine_map)
{
    const TetMesh ball = ball_tets(0.5, 8);
    const std::vector<RestTet> rest = rest_tets(ball.positions, ball.tets);
    Random random(17);
    const Mat3 map = random.matrix();
    double volume = 0.0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const Tet& t = ball.tets[i];
        const auto moved = [&](Index corner) -> Vec3 {
            return map * ball.positions[t[corner]] + Vec3(1, 2, 3);
        };
        Mat3 d_s;
        d_s << moved(1) - moved(0), moved(2) - moved(0), moved(3) - moved(0);
        EXPECT_LT((d_s * rest[i].inverse - map).norm(), 1e-12);
        volume += rest[i].volume;
    }
    EXPECT_NEAR(volume, total_volume(ball.positions, ball.tets), 1e-14);
}

}  // namespace
}  // namespace stiction
