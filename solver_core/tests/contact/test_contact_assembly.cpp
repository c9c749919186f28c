#include "solver_core/contact/contact_assembly.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

constexpr double kRadius = 0.001;

// A tent of eight facets over a vertex: from inside, every facet is nearest to it in its own direction.
SurfaceMesh tent(double slope)
{
    SurfaceMesh mesh;
    mesh.positions.emplace_back(0, 0, 0);
    for (Index i = 0; i < 8; ++i) {
        const double angle = std::acos(-1.0) / 4.0 * i;
        mesh.positions.emplace_back(0.1 * std::cos(angle), -0.1 * slope, 0.1 * std::sin(angle));
        mesh.triangles.emplace_back(0, 1 + (i + 1) % 8, 1 + i);
    }
    return mesh;
}

Index contacts_under(double slope)
{
    Pieces pieces;
    pieces.add(tent(slope), kRadius);
    SurfaceMesh spike;
    spike.positions = {Vec3(0.0001, -0.0019, 0.00003), Vec3(0.01, -1, 0), Vec3(0, -1, 0.01)};
    spike.triangles = {Triangle(0, 1, 2)};
    pieces.add(spike, kRadius);
    pieces.finish();
    return run_detect(pieces).size();
}

TEST(ContactAssembly, ShallowHollowCountsOnce)
{
    EXPECT_EQ(contacts_under(0.02), 1);
    EXPECT_GT(contacts_under(0.5), 3) << "a steep hollow holds from several sides";
}

TEST(ContactAssembly, KeysTellEveryContactApart)
{
    Pieces pieces;
    pieces.add(moved(grid(5, 5, 0.5, 0.5), Vec3(0.01, 0.1015, 0.02)), kRadius);
    pieces.add(moved(grid(6, 6, 0.5, 0.5), Vec3(0, 0.1035, 0)), kRadius);
    pieces.add_collider(BoxShape{Vec3(0.1, 0.1, 0.1)});
    pieces.add_collider(MeshShape{box_surface(Vec3(0.13, 0.1, 0.13)), true, {}, {}});
    pieces.add_collider(MeshShape{moved(ball_surface(0.1, 12), Vec3(0.0, 0.0, 0)), true, {}, {}});
    pieces.finish();
    for (Vec3& u : pieces.v) u = Vec3(0, -0.1, 0);
    const ContactSet contacts = run_detect(pieces);  // checks that keys ascend strictly
    EXPECT_GT(count_kind(contacts, ContactKind::vertex_obstacle), 0);
    EXPECT_GT(count_kind(contacts, ContactKind::face_obstacle), 0);
    EXPECT_GT(count_kind(contacts, ContactKind::vertex_face), 0);
    for (std::size_t c = 0; c < contacts.key.size(); ++c)
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            EXPECT_LT(contacts.node[static_cast<std::size_t>(k)], static_cast<Index>(pieces.x.size()));
}

}  // namespace
}  // namespace stiction::contact_tests
