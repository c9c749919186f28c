// Measures of caches that were made by formula: moved, stretched, rolled, blown up, shaken.

#include "solver_core/base/error.hpp"
#include "solver_core/compare/cache_difference.hpp"
#include "solver_core/compare/motion_measures.hpp"
#include "solver_core/compare/nearest_surface.hpp"
#include "solver_core/compare/shape_measures.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/mesh/tet_generators.hpp"
#include "solver_core/tests/compare/made_cache.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction {
namespace {

using test::flat_sheet;
using test::made_cache;

constexpr double kPi = 3.14159265358979323846;
constexpr double kDt = 1.0 / 24.0;

TEST(MotionMeasures, TranslationIsPathAndDrift)
{
    const Cache cache = made_cache(flat_sheet(), 25, kDt, [](const Vec3& x, double t, int) {
        return Vec3(x + t * Vec3(0.03, 0, 0.04));
    });
    const MotionMeasures m = measure_motion(cache, {0.5, 0.06});
    EXPECT_NEAR(m.path, 0.05, 1e-12);
    EXPECT_NEAR(m.displacement, 0.05, 1e-12);
    EXPECT_NEAR(m.resting, 1.0, 1e-12);
    EXPECT_NEAR(*m.drift_mean, 0.05, 1e-12);
    EXPECT_NEAR(*m.drift_max, 0.05, 1e-12);
    EXPECT_NEAR(*m.jitter, 0.0, 1e-14) << "uniform motion has no jitter";
    const MotionMeasures fast = measure_motion(cache, {0.5, 0.04});
    EXPECT_EQ(fast.resting, 0.0);
    EXPECT_FALSE(fast.drift_mean);
    EXPECT_FALSE(fast.jitter);
    EXPECT_THROW(measure_motion(cache, {0.99, 0.06}), InputError) << "too few frames are left";
}

TEST(MotionMeasures, JitterIsTheAmplitudeOfAnAlternation)
{
    const double a = 2e-4;
    const Cache cache = made_cache(flat_sheet(), 25, kDt, [&](const Vec3& x, double, int f) {
        return Vec3(x + (f % 2 == 0 ? a : -a) * Vec3::UnitY());
    });
    const MotionMeasures m = measure_motion(cache, {0.0, 0.05});
    EXPECT_NEAR(*m.jitter, a, 1e-12);
    EXPECT_NEAR(*m.jitter_max, a, 1e-12);
    const double speed = 2.0 * a / kDt;
    EXPECT_NEAR(*m.jitter_energy, 0.5 * speed * speed, 1e-12);
}

TEST(MotionMeasures, JitterOfASine)
{
    // Whole periods: 6 Hz over 2 s.
    const double a = 1e-3, f = 6.0;
    const int frames = 49;
    const Cache cache = made_cache(flat_sheet(), frames, kDt, [&](const Vec3& x, double t, int) {
        return Vec3(x + a * std::sin(2.0 * kPi * f * t) * Vec3::UnitX());
    });
    // f dt = 1/4: d = 2 a (cos(2 pi f dt) - 1) sin = -2 a sin; over inner frames 1 ... 47 the mean of sin^2 is 24/47.
    const MotionMeasures m = measure_motion(cache, {0.0, 0.05});
    EXPECT_NEAR(*m.jitter, 2.0 * a * std::sqrt(24.0 / 47.0) / 4.0, 1e-12);
    const double closed = a * std::pow(std::sin(kPi * f * kDt), 2.0) / std::sqrt(2.0);
    EXPECT_NEAR(*m.jitter, closed, 0.02 * closed) << "the formula for long times";
}

TEST(MotionMeasures, OnlyRestingPartsCount)
{
    // Half of the sheet runs away, the rest creeps.
    const Cache cache = made_cache(flat_sheet(), 25, kDt, [](const Vec3& x, double t, int) {
        return Vec3(x + t * (x.x() > 0.0 ? 1.0 : 1e-3) * Vec3::UnitZ());
    });
    const MotionMeasures m = measure_motion(cache, {0.0, 0.05});
    EXPECT_NEAR(*m.drift_mean, 1e-3, 1e-12);
    EXPECT_GT(m.resting, 0.5);
    EXPECT_LT(m.resting, 0.6) << "the middle row belongs to it";
}

TEST(ShapeMeasures, UniformScaleIsStretch)
{
    const Cache cache = made_cache(flat_sheet(), 3, kDt,
                                   [](const Vec3& x, double, int f) { return Vec3((1.0 + 0.01 * f) * x); });
    const ShapeMeasures m = measure_shape(cache, {});
    EXPECT_NEAR(m.stretch_mean, 0.01, 1e-12);
    EXPECT_NEAR(m.stretch_p99, 0.02, 1e-12);
    EXPECT_NEAR(m.stretch_max, 0.02, 1e-12);
    EXPECT_NEAR(m.stretch_min, 0.0, 1e-12);
    EXPECT_NEAR(m.bend_rms, 0.0, 1e-7);
    EXPECT_FALSE(m.volume_first) << "an open sheet has no volume";
    Vec3Array rest = cache.positions[0];
    for (Vec3& x : rest) x *= 2.0;
    EXPECT_NEAR(measure_shape(cache, rest).stretch_min, -0.5, 1e-12);
}

TEST(ShapeMeasures, OneDirectionStretches)
{
    const Cache cache = made_cache(flat_sheet(), 3, kDt, [](const Vec3& x, double, int f) {
        return Vec3(f > 0 ? 1.1 * x.x() : x.x(), x.y(), x.z());
    });
    const ShapeMeasures m = measure_shape(cache, {});
    EXPECT_NEAR(m.stretch_max, 0.1, 1e-12);
    EXPECT_NEAR(m.stretch_min, 0.0, 1e-12);
    EXPECT_GT(m.stretch_mean, 0.02);
    EXPECT_LT(m.stretch_mean, 0.05);
}

TEST(ShapeMeasures, RolledSheetHasTheCurvatureOfItsCylinder)
{
    const double radius = 0.4;
    const auto roll = [&](const Vec3& x, double, int) {
        return Vec3(radius * std::sin(x.x() / radius), radius * std::cos(x.x() / radius), x.z());
    };
    for (const int divisions : {20, 40}) {
        const ShapeMeasures m = measure_shape(made_cache(flat_sheet(divisions), 3, kDt, roll), {});
        // The outer rows have no hinge: one of `divisions` folds is missing.
        EXPECT_NEAR(m.curvature_mean, 0.5 / radius * (1.0 - 1.0 / divisions), 2e-3 / radius) << divisions;
        EXPECT_NEAR(m.bend_max, 1.0 / (divisions * radius), 1e-6) << divisions;
    }
}

TEST(ShapeMeasures, VolumeOfASphere)
{
    const double radius = 0.3;
    const SurfaceMesh sphere = sphere_surface(radius, 96);
    const Cache cache = made_cache(sphere, 3, kDt, [](const Vec3& x, double, int f) {
        return Vec3((f == 1 ? 1.1 : 1.0) * x + Vec3(5.0, 0.0, 0.0));
    });
    const ShapeMeasures m = measure_shape(cache, {});
    const double closed = 4.0 / 3.0 * kPi * radius * radius * radius;
    EXPECT_NEAR(*m.volume_first, closed, 6e-3 * closed);
    EXPECT_NEAR(*m.volume_change, 1.1 * 1.1 * 1.1 - 1.0, 1e-9);
    EXPECT_NEAR(*m.volume_last, *m.volume_first, 1e-9);
    EXPECT_NEAR(m.curvature_mean, 1.0 / radius * (1.0 + 1.0 / 1.1 + 1.0) / 3.0, 0.05 / radius);
}

TEST(ShapeMeasures, VolumeOfTetsThatBringTheirSurfaceAlong)
{
    const TetMesh block = box_tets(Vec3(0.2, 0.3, 0.4), {2, 2, 2});
    GeometryTable table;
    table.positions = block.positions;
    table.tets = block.tets;
    for (const Triangle& t : boundary_triangles(static_cast<Index>(block.positions.size()), block.tets))
        table.polygons.push_back({t[1], t[2], t[0]});
    Cache cache;
    for (int f = 0; f < 3; ++f) add_frame(cache, table, f, f * kDt, "made");
    EXPECT_NEAR(measure_shape(cache, {}).volume_first.value_or(0.0), 0.2 * 0.3 * 0.4, 1e-12);
}

TEST(NearestSurface, AgreesWithAllTrianglesAndKnowsTheInside)
{
    const SurfaceMesh box = box_surface(Vec3(1.0, 2.0, 3.0), {2, 3, 4});
    const NearestSurface surface(box);
    ASSERT_TRUE(surface.has_inside());
    EXPECT_FALSE(NearestSurface(flat_sheet()).has_inside());
    std::mt19937 random(7);
    std::uniform_real_distribution<double> anywhere(-2.0, 2.0);
    for (int i = 0; i < 400; ++i) {
        const Vec3 p(anywhere(random), anywhere(random), anywhere(random));
        double nearest = 1e9;
        for (const Triangle& t : box.triangles)
            nearest = std::min(nearest, closest_point_triangle(p, box.positions[t[0]], box.positions[t[1]],
                                                               box.positions[t[2]])
                                            .distance2);
        const NearestPoint found = surface.nearest(p);
        EXPECT_DOUBLE_EQ(found.distance, std::sqrt(nearest));
        const bool inside = std::abs(p.x()) < 0.5 && std::abs(p.y()) < 1.0 && std::abs(p.z()) < 1.5;
        EXPECT_EQ(found.phi < 0.0, inside);
        EXPECT_NEAR((found.point + found.phi * found.normal - p).norm(), 0.0, 1e-12);
    }
}

TEST(CacheDifference, MovedSheetOfSameAndOtherPoints)
{
    const auto still = [](const Vec3& x, double, int) { return x; };
    const auto raised = [](const Vec3& x, double t, int) { return Vec3(x + t * Vec3::UnitY()); };
    const Cache a = made_cache(flat_sheet(8), 5, 0.25, still);
    const CacheDifference same = measure_difference(a, made_cache(flat_sheet(8), 5, 0.25, raised));
    EXPECT_EQ(same.frames, 5);
    EXPECT_TRUE(same.same_points);
    EXPECT_NEAR(*same.point_last, 1.0, 1e-12);
    EXPECT_NEAR(*same.point_rms, std::sqrt((0.0 + 1.0 + 4.0 + 9.0 + 16.0) / 16.0 / 5.0), 1e-12);
    EXPECT_NEAR(*same.surface_last, 1.0, 1e-6);
    // Half as many frames a second, another mesh: surfaces at equal times.
    const CacheDifference other = measure_difference(a, made_cache(flat_sheet(5), 3, 0.5, raised));
    EXPECT_EQ(other.frames, 3);
    EXPECT_FALSE(other.same_points);
    EXPECT_FALSE(other.point_rms);
    EXPECT_NEAR(*other.surface_mean, 0.5, 1e-6);
    EXPECT_NEAR(*other.surface_max, 1.0, 1e-6);
    // Slid along itself by a tenth: the surfaces are apart only at the rim.
    const Cache shifted = made_cache(flat_sheet(5), 3, 0.5,
                                     [](const Vec3& x, double, int) { return Vec3(x + Vec3(0.1, 0, 0)); });
    EXPECT_NEAR(*measure_difference(a, shifted).surface_max, 0.1, 1e-6);
}

}  // namespace
}  // namespace stiction
