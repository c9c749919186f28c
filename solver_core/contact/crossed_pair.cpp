#include "solver_core/contact/crossed_pair.hpp"

#include "solver_core/contact/proximity.hpp"

namespace stiction {
namespace {

bool share_a_node(const SurfaceTriangle& t, const SurfaceTriangle& u)
{
    for (const Index a : t.node)
        for (const Index b : u.node)
            if (a == b) return true;
    return false;
}

bool edges_go_through(const ContactSurface& s, const SurfaceTriangle& t, const SurfaceTriangle& u)
{
    double fraction = 0.0;
    Vec3 weight;
    for (int k = 0; k < 3; ++k)
        if (intersect_segment_triangle(s.x[at(t.node[k])], s.x[at(t.node[(k + 1) % 3])], s.x[at(u.node[0])],
                                       s.x[at(u.node[1])], s.x[at(u.node[2])], fraction, weight))
            return true;
    return false;
}

bool are_crossed(const ContactSurface& s, Index a, Index b)
{
    const SurfaceTriangle &t = s.triangles[at(a)], &u = s.triangles[at(b)];
    return !share_a_node(t, u) && (edges_go_through(s, t, u) || edges_go_through(s, u, t));
}

}  // namespace

bool is_crossed(const ContactSurface& surface, const PairContact& pair)
{
    const int split = pair.kind == ContactKind::vertex_face ? 1 : 2;
    for (int i = 0; i < split; ++i)
        for (int j = split; j < 4; ++j)
            for (const Index a : surface.node_triangles[pair.node[i]])
                for (const Index b : surface.node_triangles[pair.node[j]])
                    if (are_crossed(surface, a, b)) return true;
    return false;
}

}  // namespace stiction
