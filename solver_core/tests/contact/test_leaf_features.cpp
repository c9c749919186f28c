#include "solver_core/contact/leaf_features.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/tests/contact/contact_scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction::contact_tests {
namespace {

struct Edges {
    Vec3 from[8], to[8];
};

// Edges around `centre`, some of no length, some parallel to the first.
Edges random_edges(Random& random, const Vec3& centre, double size)
{
    Edges edges;
    for (int k = 0; k < 8; ++k) {
        edges.from[k] = centre + uniform_vec(random, size);
        edges.to[k] = edges.from[k] + uniform_vec(random, size);
        if (k == 3) edges.to[k] = edges.from[k];
        if (k == 5) edges.to[k] = edges.from[k] + 1.7 * (edges.to[0] - edges.from[0]);
    }
    return edges;
}

EdgeLanes lanes_of(const Edges& edges, Index count)
{
    EdgeLanes lanes;
    lanes.clear();
    for (Index k = 0; k < count; ++k) lanes.set(k, Edge(2 * k, 2 * k + 1), edges.from[k], edges.to[k]);
    return lanes;
}

LeafReach reach_at(double reach, double size, const Vec3& centre)
{
    return {static_cast<float>(reach), static_cast<float>(centre.cwiseAbs().maxCoeff() + 2.0 * size)};
}

}  // namespace

// A face lets every point through that is within reach, and not many that are far.
TEST(LeafFeatures, FacesLetNearPointsThrough)
{
    Random random(3);
    int near_points = 0, passed = 0;
    for (int i = 0; i < 10000; ++i) {
        const Vec3 centre = uniform_vec(random, i % 4 == 0 ? 300.0 : 1.0);
        const double size = i % 3 == 0 ? 0.01 : 1.0;
        FaceLanes faces;
        faces.clear();
        Vec3 corner[4][3];
        for (Index k = 0; k < 4; ++k) {
            for (Vec3& c : corner[k]) c = centre + uniform_vec(random, size);
            if (i % 10 == 1) corner[k][2] = corner[k][1];
            if (i % 10 == 2) corner[k][2] = 0.3 * corner[k][0] + 0.7 * corner[k][1];
            if (i % 10 == 3) corner[k][0] = corner[k][1] = corner[k][2];
            faces.set(k, corner[k][0], corner[k][1], corner[k][2]);
        }
        if (i % 7 < 4) {
            const Vec3* corners[4][3];
            for (int k = 0; k < 4; ++k)
                for (int c = 0; c < 3; ++c) corners[k][c] = &corner[k][c];
            faces.set_all(corners, 4);
        }
        const Vec3 p = centre + uniform_vec(random, 1.2 * size);
        const double reach = uniform(random, 0.0, 0.5 * size);
        // Every other time p is the second of two nodes.
        const Index pair[2] = {0, 1}, lone = 1;
        const Vec3Array x = {centre, p};
        NodeLanes nodes;
        nodes.set(i % 2 == 0 ? &lone : pair, i % 2 == 0 ? 1 : 2, x);
        const unsigned both = faces.near(nodes, reach_at(reach, size, centre));
        const unsigned bits = i % 2 == 0 ? both : both >> FaceLanes::kSize;
        EXPECT_TRUE(i % 2 == 1 || both >> FaceLanes::kSize == 0U);
        for (int k = 0; k < 4; ++k) {
            const double distance =
                std::sqrt(closest_point_triangle(p, corner[k][0], corner[k][1], corner[k][2]).distance2);
            if (distance <= reach) {
                ++near_points;
                EXPECT_TRUE(bits >> k & 1U) << "case " << i << " face " << k;
            }
            passed += static_cast<int>(bits >> k & 1U);
        }
    }
    EXPECT_GT(near_points, 1000);
    EXPECT_LT(passed, 4 * near_points);
}

// All at once or one by one: the same planes, and nothing where there is no face.
TEST(LeafFeatures, FacesAreSetTogetherAsAlone)
{
    Random random(4);
    for (int i = 0; i < 2000; ++i) {
        const Index count = 1 + i % 4;
        Vec3 corner[4][3];
        const Vec3* corners[4][3];
        FaceLanes alone, together;
        alone.clear();
        for (Index k = 0; k < count; ++k) {
            for (Vec3& c : corner[k]) c = uniform_vec(random, 1.0);
            if (i % 5 == 1) corner[k][2] = corner[k][1];
            if (i % 5 == 2) corner[k][2] = 0.3 * corner[k][0] + 0.7 * corner[k][1];
            for (int c = 0; c < 3; ++c) corners[k][c] = &corner[k][c];
            alone.set(k, corner[k][0], corner[k][1], corner[k][2]);
        }
        together.set_all(corners, count);
        for (Index k = 0; k < count; ++k)
            for (int plane = 0; plane < 4; ++plane) {
                for (int axis = 0; axis < 3; ++axis)
                    EXPECT_NEAR(together.out[plane][axis][k], alone.out[plane][axis][k], 1e-6F)
                        << "case " << i;
                EXPECT_NEAR(together.offset[plane][k], alone.offset[plane][k], 1e-6F) << "case " << i;
            }
        const Vec3Array x = {corner[0][0]};
        const Index node = 0;
        NodeLanes nodes;
        nodes.set(&node, 1, x);
        EXPECT_EQ(together.near(nodes, reach_at(100.0, 1.0, Vec3::Zero())), (1U << count) - 1U);
    }
}

// Edges whose closest points lie inside both and within reach are let through, and not many others.
TEST(LeafFeatures, EdgesLetNearEdgesThrough)
{
    Random random(4);
    int near_edges = 0, plain_near = 0, plain_passed = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 centre = uniform_vec(random, i % 4 == 0 ? 300.0 : 1.0);
        const double size = i % 3 == 0 ? 0.01 : 1.0;
        const Edges edges = random_edges(random, centre, size), others = random_edges(random, centre, size);
        const Index count = 1 + i % 8;
        const double reach = uniform(random, 0.0, 0.3 * size);
        const LeafReach leaves = reach_at(reach, 3.0 * size, centre);
        const EdgeLanes lanes = lanes_of(edges, count), other_lanes = lanes_of(others, 8);
        for (Index j = 0; j < 8; ++j) {
            const unsigned bits = lanes.near(other_lanes, j, leaves);
            EXPECT_EQ(bits >> count, 0U) << "unused lanes";
            for (Index k = 0; k < count; ++k) {
                const SegmentSegment close =
                    closest_segment_segment(others.from[j], others.to[j], edges.from[k], edges.to[k]);
                if (close.interior && !close.parallel && close.distance2 <= reach * reach) {
                    ++near_edges;
                    EXPECT_TRUE(bits >> k & 1U) << "case " << i << " edges " << j << ", " << k;
                }
                // Coordinates much larger than the edges cost sharpness; a parallel pair is never decided here.
                const bool is_plain = i % 4 != 0 && i % 3 != 0 && k != 3 && j != 3 && k != 5 && j != 5;
                if (!is_plain) continue;
                plain_near += close.interior && close.distance2 <= reach * reach ? 1 : 0;
                plain_passed += static_cast<int>(bits >> k & 1U);
            }
        }
    }
    EXPECT_GT(near_edges, 1000);
    EXPECT_GT(plain_near, 500);
    EXPECT_LT(plain_passed, plain_near + plain_near / 10);
}

// What a witness calls seen points its way and is as far apart as it says; and it sees nearly all of that.
TEST(LeafFeatures, WitnessesSeeNoMoreThanThereIs)
{
    constexpr float kSameWay = 0.5F;
    Random random(6);
    int seen_pairs = 0, plain_seen = 0, plain_called = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 centre = uniform_vec(random, i % 4 == 0 ? 300.0 : 1.0);
        const double size = i % 3 == 0 ? 0.01 : 1.0;
        const Edges edges = random_edges(random, centre, size), others = random_edges(random, centre, size);
        EdgeWitnesses witnesses;
        witnesses.count = 1 + i % 2;
        witnesses.same_way = 1.01F * kSameWay;
        for (Index w = 0; w < witnesses.count; ++w) {
            const Vec3 normal = uniform_vec(random, 1.0).normalized();
            for (int axis = 0; axis < 3; ++axis)
                witnesses.witness[w].normal[axis] = static_cast<float>(normal[axis]);
            witnesses.witness[w].from =
                static_cast<float>(i % 5 == 0 ? 0.0 : uniform(random, 0.0, 0.2 * size));
        }
        const EdgeLanes lanes = lanes_of(edges, 8), other_lanes = lanes_of(others, 8);
        for (Index j = 0; j < 8; ++j) {
            const unsigned bits =
                lanes.seen(other_lanes, j, reach_at(0.3 * size, 3.0 * size, centre), witnesses);
            for (Index k = 0; k < 8; ++k) {
                const SegmentSegment close =
                    closest_segment_segment(others.from[j], others.to[j], edges.from[k], edges.to[k]);
                if (!close.interior || close.parallel) continue;
                const double distance = std::sqrt(close.distance2);
                const Vec3 across = (close.point_a - close.point_b) / distance;
                bool seen = false;
                for (Index w = 0; w < witnesses.count; ++w) {
                    const EdgeWitnesses::Witness& witness = witnesses.witness[w];
                    const Vec3 normal = Eigen::Map<const Eigen::Vector3f>(witness.normal).cast<double>();
                    seen |= across.dot(normal) >= static_cast<double>(kSameWay) &&
                            distance > static_cast<double>(witness.from);
                }
                const bool called = (bits >> k & 1U) != 0U;
                EXPECT_FALSE(called && !seen) << "case " << i << " edges " << j << ", " << k;
                seen_pairs += called ? 1 : 0;
                if (i % 4 == 0 || i % 3 == 0) continue;
                plain_seen += seen ? 1 : 0;
                plain_called += called ? 1 : 0;
            }
        }
    }
    EXPECT_GT(seen_pairs, 1000);
    EXPECT_GT(plain_called, plain_seen - plain_seen / 20);
}

TEST(LeafFeatures, EdgesWithACommonNode)
{
    EdgeLanes lanes, other;
    lanes.clear();
    other.clear();
    for (Index k = 0; k < 6; ++k) lanes.set(k, Edge(k, k + 10), Vec3::Zero(), Vec3::UnitX());
    other.set(2, Edge(3, 15), Vec3::Zero(), Vec3::UnitX());
    other.set(3, Edge(6, 17), Vec3::Zero(), Vec3::UnitX());
    other.set(4, Edge(0, 10), Vec3::Zero(), Vec3::UnitX());
    EXPECT_EQ(lanes.sharing(other, 2), 1U << 3 | 1U << 5);
    EXPECT_EQ(lanes.sharing(other, 3), 0U);
    EXPECT_EQ(lanes.sharing(other, 4), 1U);
}

TEST(LeafFeatures, EdgesNearABox)
{
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 centre = uniform_vec(random, 10.0);
        const Edges edges = random_edges(random, centre, 1.0);
        Aabb box, still;
        box.include(centre + uniform_vec(random, 3.0));
        box.include(box.lo + uniform_vec(random, 0.5));
        still.include(Vec3::Zero());
        const double reach = uniform(random, 0.0, 1.0);
        const unsigned bits =
            lanes_of(edges, 8).near(Bvh::rounded(box, still, 0.0), reach_at(reach, 4.0, centre));
        for (int k = 0; k < 8; ++k) {
            const Vec3 lo = edges.from[k].cwiseMin(edges.to[k]), hi = edges.from[k].cwiseMax(edges.to[k]);
            const double gap = std::max((lo - box.hi).maxCoeff(), (box.lo - hi).maxCoeff());
            if (gap <= reach || gap > reach + 1e-3) {
                EXPECT_EQ(bits >> k & 1U, gap <= reach ? 1U : 0U) << i;
            }
        }
    }
}

}  // namespace stiction::contact_tests
