#include "solver_core/contact/overlap.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

namespace stiction::contact_tests {
namespace {

TEST(Overlap, OfAKnownStep)
{
    Pieces pieces;
    pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0, 0.0012, 0)), 0.001);
    pieces.add_collider(PlaneShape{});
    pieces.geometry.colliders[0].motion.velocity = Vec3(0, 0.1, 0);
    pieces.finish();
    const ContactSet contacts = run_detect(pieces, 0.01);
    ASSERT_GT(contacts.size(), 0);
    Vec3Array after = pieces.x;
    // gap 0.0002, the plane comes up by 0.001, node 4 goes down by 0.0005.
    EXPECT_NEAR(max_penetration(pieces.geometry, contacts, pieces.x, after, 0.01), 0.0008, 1e-12);
    after[4][1] -= 0.0005;
    EXPECT_NEAR(max_penetration(pieces.geometry, contacts, pieces.x, after, 0.01), 0.0013, 1e-12);
    for (Vec3& p : after) p[1] += 0.01;
    EXPECT_EQ(max_penetration(pieces.geometry, contacts, pieces.x, after, 0.01), 0.0);
}

// Two small sheets, radii of 5 mm each; the second lies `height` above the first.
struct TwoSheets {
    static constexpr double kRadius = 0.005;
    Pieces pieces;
    ContactSet contacts;
    Vec3Array after;

    explicit TwoSheets(double height)
    {
        pieces.add(grid(2, 2, 0.1, 0.1), kRadius);
        pieces.add(moved(grid(2, 2, 0.1, 0.1), Vec3(0.003, height, 0.004)), kRadius);
        pieces.finish();
        contacts = run_detect(pieces, 0.01);
        after = pieces.x;
    }
    void move_second(const Vec3& way)
    {
        for (std::size_t i = after.size() / 2; i < after.size(); ++i) after[i] += way;
    }
    double overlap() const { return max_penetration(pieces.geometry, contacts, pieces.x, after, 0.01); }
};

TEST(Overlap, OfSheetsIsTheirRadiiLessTheirDistance)
{
    TwoSheets sheets(0.008);
    EXPECT_NEAR(sheets.overlap(), 0.002, 1e-12);
    sheets.move_second(Vec3(0, -0.003, 0));
    EXPECT_NEAR(sheets.overlap(), 0.005, 1e-12);
    sheets.move_second(Vec3(0, 0.006, 0));
    EXPECT_EQ(sheets.overlap(), 0.0);
}

// What has come through is deeper than the thickness: by its way beyond the other sheet.
TEST(Overlap, OfSheetsThatHavePassedGrowsBeyondTheirThickness)
{
    TwoSheets sheets(0.008);
    sheets.move_second(Vec3(0, -0.012, 0));
    EXPECT_NEAR(sheets.overlap(), 0.014, 1e-12);
}

// The upper sheet leaves over the rim and is lower than the other when it is beside it: along the normal of the start that is an
// overlap of 12 mm, more than the thickness.
TEST(Overlap, OfSheetsThatGlidePastEachOtherIsThatOfTheEnd)
{
    TwoSheets sheets(0.008);
    ASSERT_GT(sheets.contacts.size(), 0);
    sheets.move_second(Vec3(0.2, -0.010, 0));
    EXPECT_EQ(sheets.overlap(), 0.0);
}

}  // namespace
}  // namespace stiction::contact_tests
