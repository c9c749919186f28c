#include "solver_core/contact/overlap.hpp"

#include "solver_core/contact/passing_features.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

double gap_at_the_end(const ContactSet& contacts, Index c, Span<const Vec3> x_before,
                      Span<const Vec3> x_after, double step)
{
    double gap = contacts.gap[c] - step * contacts.normal[c].dot(contacts.obstacle_velocity[c]);
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
        const Index node = contacts.node[k];
        gap += contacts.gap_gradient_of(c, k).dot(x_after[node] - x_before[node]);
    }
    return gap;
}

bool is_between_sheets(const ContactGeometry& geometry, const ContactSet& contacts, Index c)
{
    const ContactKind kind = contacts.key[c].kind;
    if (contacts.is_external(c) || (kind != ContactKind::vertex_face && kind != ContactKind::edge_edge))
        return false;
    const Index first = contacts.node[contacts.begin[c]], last = contacts.node[contacts.begin[c + 1] - 1];
    return !geometry.object_is_solid[geometry.node_object[first]] &&
           !geometry.object_is_solid[geometry.node_object[last]];
}

double distance_of(ContactKind kind, const Vec3 (&x)[4])
{
    return kind == ContactKind::vertex_face
               ? std::sqrt(closest_point_triangle(x[0], x[1], x[2], x[3]).distance2)
               : std::sqrt(closest_segment_segment(x[0], x[1], x[2], x[3]).distance2);
}

// Of a contact between sheets whose gap along its normal is `gap`.
double sheet_overlap(const ContactSet& contacts, Index c, Span<const Vec3> x_before, Span<const Vec3> x_after,
                     double gap)
{
    Vec3 before[4], way[4], after[4], apart = Vec3::Zero();
    for (Index k = 0; k < 4; ++k) {
        const Index entry = contacts.begin[c] + k, node = contacts.node[entry];
        before[k] = x_before[node];
        after[k] = x_after[node];
        way[k] = after[k] - before[k];
        apart += contacts.weight[entry] * before[k];
    }
    const ContactKind kind = contacts.key[c].kind;
    if (pass_through(kind, before, way)) return -gap;
    const double radii = contacts.normal[c].dot(apart) - contacts.gap[c];
    return radii - distance_of(kind, after);
}

}  // namespace

double max_penetration(const ContactGeometry& geometry, const ContactSet& contacts, Span<const Vec3> x_before,
                       Span<const Vec3> x_after, double step)
{
    double deepest = 0.0;
    for (Index c = 0; c < contacts.size(); ++c) {
        const double gap = gap_at_the_end(contacts, c, x_before, x_after, step);
        if (gap >= 0.0) continue;
        const bool sheets = is_between_sheets(geometry, contacts, c);
        deepest = std::max(deepest, sheets ? sheet_overlap(contacts, c, x_before, x_after, gap) : -gap);
    }
    return deepest;
}

}  // namespace stiction
