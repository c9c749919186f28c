// The pile of boxes as the shelf's set-up hands it to the solver's node: one geometry of tetrahedra told apart by name, parameters as
// attributes of the detail, a ground of twelve triangles. test_hips/stiff_pile.json is the same pile as a scene.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr double kSize = 0.2, kThickness = 0.002, kFall = 0.02, kBeside = 0.02;  // m

void add_box(const Vec3& place, double degrees, GeometryTable& boxes)
{
    const TetMesh box = box_tets(Vec3::Constant(kSize), {1, 1, 1});
    const auto first = static_cast<Index>(boxes.positions.size());
    const double angle = degrees * M_PI / 180.0, c = std::cos(angle), s = std::sin(angle);
    for (const Vec3& x : box.positions)
        boxes.positions.push_back(Vec3(c * x.x() + s * x.z(), x.y(), -s * x.x() + c * x.z()) + place);
    for (const Tet& t : box.tets)
        boxes.tets.push_back(Tet(t[0] + first, t[1] + first, t[2] + first, t[3] + first));
}

GeoDetail boxes_detail()
{
    const double turns[] = {3, -2, 4, -5, 2, -4, 5, -3, 1, 6};
    GeometryTable boxes;
    std::vector<std::string> names;
    std::vector<std::int64_t> name_of;
    for (int row = 0; row < 4; ++row)
        for (int i = 0; i < 4 - row; ++i) {
            const double y = 0.5 * (kSize + kThickness) + kFall + row * (kSize + kThickness + kFall);
            add_box(Vec3((i - 0.5 * (3 - row)) * (kSize + kBeside), y, 0.0), turns[names.size()], boxes);
            name_of.resize(boxes.tets.size(), static_cast<std::int64_t>(names.size()));
            names.push_back("box" + std::to_string(names.size()));
        }
    GeoDetail detail = detail_from_table(boxes, {});
    test::add_texts(detail, GeoOwner::primitive, "name", names, name_of);
    for (const auto& [parameter, value] :
         {std::pair("material_young", 1e9), std::pair("material_poisson", 0.3),
          std::pair("material_density", 1000.0), std::pair("thickness", kThickness),
          std::pair("friction", 0.6)})
        test::add_numbers(detail, GeoOwner::global, std::string("stiction_") + parameter, {value});
    test::add_integers(detail, GeoOwner::global, "stiction_surface_gaps",
                       {1});  // a menu's number, as assets give it
    return detail;
}

TEST(ShelfPile, rests_at_the_time_step_of_24_frames_a_second)
{
    GeoDetail ground = test::detail_of(box_surface(Vec3(2.0, 0.2, 2.0), {1, 1, 1}), Vec3(0.0, -0.1, 0.0));
    test::add_texts(ground, GeoOwner::global, "stiction_surface_gaps", {"mesh"}, {0});
    test::add_numbers(ground, GeoOwner::global, "friction", {1.0});
    HostScene host;
    host.name = "pile";
    host.time_step = 1.0 / 24.0;
    host.settings = {{"solver.method", "staggered"}, {"time.steps_per_frame", 8}};
    host.objects = {{"geometry", false, boxes_detail(), {}}, {"collider", true, ground, {}}};
    HostSolver solver(host);
    ASSERT_EQ(solver.deformable().size(), 10U);
    EXPECT_TRUE(solver.built().warnings.empty());
    SharedState state = solver.start();
    for (int frame = 1; frame <= 48; ++frame) {
        const HostStep step = solver.advance(*state, {}, nullptr);
        ASSERT_TRUE(step.state) << step.failure;
        ASSERT_EQ(step.report.status, SolveStatus::converged) << "frame " << frame;
        EXPECT_LT(step.report.stats.friction_residual, 1e-8) << "frame " << frame;
        state = step.state;
    }
    double fastest = 0.0, top = 0.0;
    for (const Vec3& v : state->checkpoint.state.v) fastest = std::max(fastest, v.norm());
    for (const Vec3& x : state->checkpoint.state.x) top = std::max(top, x.y());
    EXPECT_LT(fastest, 1e-8);
    // Four boxes, as many gaps of which that to the ground is half; 0.2 mm as in the scene.
    EXPECT_NEAR(top, 4 * kSize + 3.5 * kThickness, 2e-4);
}

}  // namespace
}  // namespace stiction
