#include "solver_core/elasticity/triangle_stretch.hpp"
#include "solver_core/math/polar2.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace stiction {
namespace {

constexpr Index kMost = 21;  // more than a block and its tail
constexpr double kUlp = 2.3e-16;

struct Sheet {
    TriangleStretch terms;
    Vec3Array x;
};

// Triangles of their own three nodes each: stretched, sheared, turned; those at `limited` have a strain limit, those at
// `flat` lie on a line, which only the slow way can project.
Sheet random_sheet(unsigned seed, Index limited, Index flat)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    Sheet sheet;
    for (Index e = 0; e < kMost; ++e) {
        const Vec3 corner(value(random), value(random), value(random));
        const Vec3 d1 = Vec3(1.0, 0.3 * value(random), value(random));
        const Vec3 d2 = e == flat ? Vec3(-2.0 * d1) : Vec3(value(random), 1.0, 0.5 * value(random));
        sheet.terms.nodes.push_back(Triangle(3 * e, 3 * e + 1, 3 * e + 2));
        for (const Vec3& p : {corner, Vec3(corner + d1), Vec3(corner + d2)}) sheet.x.push_back(p);
        Mat2 g;
        g << 1.0 + 0.2 * value(random), 0.3 * value(random), 0.3 * value(random), 1.0 + 0.2 * value(random);
        sheet.terms.inverse_rest.push_back(g);
        sheet.terms.weight.push_back(50.0 + 40.0 * value(random));
        sheet.terms.strain_limit.push_back(e == limited ? 0.1 : 0.0);
    }
    return sheet;
}

// One triangle after the other, by the decomposition in math/polar2.
void project_plainly(const Sheet& sheet, Index e, Vec3* out)
{
    const Triangle& t = sheet.terms.nodes[e];
    const Mat2& g = sheet.terms.inverse_rest[e];
    Mat32 edges;
    edges << sheet.x[t[1]] - sheet.x[t[0]], sheet.x[t[2]] - sheet.x[t[0]];
    const Mat32 f = edges * g;
    const double limit = sheet.terms.strain_limit[e];
    const Mat32 p = limit == 0.0 ? nearest_isometry(f) : clamp_singular_values(f, 1.0 - limit, 1.0 + limit);
    const Mat32 corners = sheet.terms.weight[e] * p * g.transpose();
    out[1] = corners.col(0);
    out[2] = corners.col(1);
    out[0] = -corners.rowwise().sum();
}

TEST(TriangleStretch, LanesGiveWhatOneTriangleAtATimeGives)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Sheet sheet = random_sheet(seed, seed % kMost, (7 * seed) % kMost);
        Vec3Array corner(3 * kMost);
        project(sheet.terms, sheet.x, 0, kMost, corner);
        for (Index e = 0; e < kMost; ++e) {
            Vec3 plain[3];
            project_plainly(sheet, e, plain);
            // The two ways multiply in another order: a few roundings of the largest entry, magnified by the condition
            // of a sheared triangle.
            const double scale = sheet.terms.weight[e] * sheet.terms.inverse_rest[e].norm();
            for (Index a = 0; a < 3; ++a)
                EXPECT_LT((corner[3 * e + a] - plain[a]).norm(), 100.0 * kUlp * scale)
                    << "seed " << seed << ", triangle " << e << ", corner " << a;
        }
    }
}

TEST(TriangleStretch, BitsDoNotDependOnTheBlockATriangleIsIn)
{
    const Sheet sheet = random_sheet(5, 4, 9);
    Vec3Array alone(3 * kMost);
    for (Index e = 0; e < kMost; ++e)
        project(sheet.terms, sheet.x, e, e + 1,
                Span<Vec3>(alone.data() + 3 * static_cast<std::size_t>(e), 3));
    for (Index begin = 0; begin < kMost; ++begin) {
        for (Index end = begin + 1; end <= kMost; ++end) {
            const auto count = 3 * static_cast<std::size_t>(end - begin);
            Vec3Array together(count + 3, Vec3::Constant(-7.0));  // three more, to see that none is written
            project(sheet.terms, sheet.x, begin, end, Span<Vec3>(together.data(), count));
            EXPECT_EQ(std::memcmp(together.data(), alone.data() + 3 * static_cast<std::size_t>(begin),
                                  count * sizeof(Vec3)),
                      0)
                << begin << " to " << end;
            for (std::size_t i = count; i < together.size(); ++i)
                EXPECT_EQ(together[i], Vec3::Constant(-7.0));
        }
    }
}

TEST(TriangleStretch, ABadTriangleSpoilsNoOther)
{
    Sheet sheet = random_sheet(6, kMost, kMost);
    Vec3Array good(3 * kMost), with_nan(3 * kMost);
    project(sheet.terms, sheet.x, 0, kMost, good);
    constexpr Index kBad = 6;
    sheet.x[3 * kBad] = Vec3::Constant(std::nan(""));
    project(sheet.terms, sheet.x, 0, kMost, with_nan);
    for (Index i = 0; i < 3 * kMost; ++i) {
        if (i / 3 == kBad) continue;
        EXPECT_EQ(with_nan[i], good[i]) << i;
    }
}

}  // namespace
}  // namespace stiction
