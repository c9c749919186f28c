#include "solver_core/mesh/coincident_points.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stiction {
namespace {

std::optional<std::pair<Index, Index>> brute_force(const Vec3Array& x, double tolerance)
{
    Vec3 low = x[0], high = x[0];
    for (const Vec3& p : x) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    const double distance = tolerance * (high - low).norm();
    for (std::size_t later = 0; later < x.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier)
            if ((x[later] - x[earlier]).norm() <= distance)
                return std::make_pair(static_cast<Index>(earlier), static_cast<Index>(later));
    return std::nullopt;
}

TEST(CoincidentPoints, agree_with_brute_force)
{
    int found = 0;
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937_64 random(seed);
        std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
        Vec3Array x(2 + random() % 120);
        for (Vec3& p : x)
            p = Vec3(coordinate(random), coordinate(random), seed % 3 ? coordinate(random) : 0.25);
        // Chosen so that about half of the clouds have a pair that close.
        const double tolerance =
            0.4 * std::pow(static_cast<double>(x.size()), -2.0 / 3.0) * std::abs(coordinate(random));
        const auto expected = brute_force(x, tolerance);
        EXPECT_EQ(first_coincident_pair(x, tolerance), expected);
        found += expected.has_value();
    }
    EXPECT_GT(found, 30);
    EXPECT_LT(found, 170);
}

TEST(CoincidentPoints, exact_copies_are_found_without_tolerance)
{
    Vec3Array x{{0, 0, 0}, {1, 2, 3}, {1e-3, 0, 0}, {1, 2, 3}};
    EXPECT_EQ(first_coincident_pair(x, 0.0), std::make_pair(Index(1), Index(3)));
    x[3].x() = std::nextafter(1.0, 2.0);
    EXPECT_EQ(first_coincident_pair(x, 0.0), std::nullopt);
}

TEST(CoincidentPoints, all_in_one_place)
{
    const Vec3Array x(100000, Vec3(3.0, 4.0, 5.0));
    EXPECT_EQ(first_coincident_pair(x, 1e-9), std::make_pair(Index(0), Index(1)));
}

TEST(CoincidentPoints, none_in_nothing)
{
    EXPECT_EQ(first_coincident_pair(Vec3Array{}, 1e-9), std::nullopt);
    EXPECT_EQ(first_coincident_pair(Vec3Array{Vec3::Zero()}, 1e-9), std::nullopt);
}

}  // namespace
}  // namespace stiction
