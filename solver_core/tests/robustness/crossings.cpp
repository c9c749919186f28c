#include "solver_core/tests/robustness/crossings.hpp"

#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/proximity.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace stiction::testing {
namespace {

using Box = Eigen::AlignedBox3d;

struct Segment {
    Vec3 p, q;
};
struct Face {
    Vec3 a, b, c;
};

Box box_of(const Segment& s) { return Box(s.p).extend(s.q); }
Box box_of(const Face& f) { return Box(f.a).extend(f.b).extend(f.c); }

bool crosses(const Segment& s, const Face& f)
{
    double where = 0.0;
    Vec3 weight;
    return box_of(s).intersects(box_of(f)) &&
           intersect_segment_triangle(s.p, s.q, f.a, f.b, f.c, where, weight);
}

Face face_of(const Triangle& t, const Vec3Array& x) { return {x[t[0]], x[t[1]], x[t[2]]}; }

bool has_node(const Triangle& t, Index node) { return t[0] == node || t[1] == node || t[2] == node; }

}  // namespace

Index count_self_crossings(const Model& model, const Vec3Array& x)
{
    Index count = 0;
    for (const Edge& e : model.contact.edges) {
        const Segment segment{x[e[0]], x[e[1]]};
        for (const Triangle& t : model.contact.triangles) {
            if (has_node(t, e[0]) || has_node(t, e[1])) continue;
            if (crosses(segment, face_of(t, x))) ++count;
        }
    }
    return count;
}

Index count_mesh_crossings(const Model& model, const Vec3Array& x, double time)
{
    Index count = 0;
    for (const Collider& collider : model.contact.colliders) {
        const auto* shape = std::get_if<MeshShape>(&collider.shape);
        if (shape == nullptr) continue;
        const RigidPose pose = pose_at(collider, time);
        Vec3Array placed;
        for (const Vec3& p : shape->mesh.positions) placed.push_back(pose.apply(p));
        for (const Edge& e : model.contact.edges)
            for (const Triangle& t : shape->mesh.triangles)
                if (crosses({x[e[0]], x[e[1]]}, face_of(t, placed))) ++count;
    }
    return count;
}

double deepest_in_convex(const Model& model, const Vec3Array& x, double time)
{
    constexpr Index kParts = 6;
    double deepest = 0.0;
    for (const Collider& collider : model.contact.colliders) {
        if (!is_convex(collider.shape)) continue;
        const RigidPose pose = pose_at(collider, time);
        for (const Triangle& t : model.contact.triangles) {
            for (Index i = 0; i <= kParts; ++i) {
                for (Index j = 0; i + j <= kParts; ++j) {
                    const Vec3 p = (i * x[t[0]] + j * x[t[1]] + (kParts - i - j) * x[t[2]]) / kParts;
                    deepest = std::max(deepest, -signed_distance(collider.shape, pose.apply_inverse(p)).phi);
                }
            }
        }
    }
    return deepest;
}

Index count_pierced_faces(const Model& model, const Vec3Array& x, const Vec3& p, const Vec3& q)
{
    Index count = 0;
    for (const Triangle& t : model.contact.triangles)
        if (crosses({p, q}, face_of(t, x))) ++count;
    return count;
}

}  // namespace stiction::testing
