#include "solver_core/contact/smooth_contacts.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_copy.hpp"
#include "solver_core/contact/contact_friction.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/obstacle_contact.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 256;
constexpr int kBisections = 40;  // half a radius to 1e-12 of it
// Of the largest radius of influence: a vertex deeper than this below the surface of its own body is seen from within.
constexpr double kDeepestSelf = 0.2;

using Chunk = SmoothWorkspace::Chunk;

void add_entry(ContactSet& rows, Index node, double weight, const Mat3& block, const Vec3& gradient)
{
    rows.node.push_back(node);
    rows.weight.push_back(weight);
    rows.block.push_back(block);
    rows.gap_gradient.push_back(gradient);
}

// What the entries since the last row make of the pair's coefficient.
double scaled_friction(const ContactGeometry& geometry, const ContactSet& rows, double mu)
{
    const std::size_t first = at(rows.begin.back());
    return mu * friction_scale(geometry, &rows.node[first], &rows.weight[first], rows.node.size() - first);
}

double margin(double radii) { return contact_margin(std::max(0.0, radii)); }

// The step at hand, for all passes.
struct Pass {
    const SmoothSurfaces& surfaces;
    const ContactGeometry& geometry;
    const DetectQuery& query;
};

// First place on the way from `start` to `end` where psi comes down to `level`. `stencil` holds the stencils there.
bool find_entry(const MlsPieces& pieces, const Vec3& start, const Vec3& end, double level,
                Span<const Span<const Index>> excluded, PieceStencil& stencil, Vec3& entry)
{
    const Vec3 way = end - start;
    Aabb swept;
    swept.include(start);
    swept.include(end);
    if (!overlap(pieces.box(), swept)) return false;
    const double wanted = std::ceil(2.0 * way.norm() / pieces.largest_radius());
    const int steps = std::clamp(static_cast<int>(std::min(wanted, 1e6)), 1, kMaxWaySteps);
    auto inside = [&](double s) {
        pieces.evaluate(start + s * way, stencil, excluded);
        return stencil.known && stencil.psi <= level;
    };
    for (int i = 1; i <= steps; ++i) {
        if (!inside(double(i) / steps)) continue;
        double out = double(i - 1) / steps, in = double(i) / steps;
        for (int k = 0; k < kBisections; ++k) {
            const double middle = 0.5 * (out + in);
            (inside(middle) ? in : out) = middle;
        }
        entry = start + in * way;
        return inside(in);
    }
    return false;
}

void analytic_contacts(const Pass& pass, Index collider, const ObstacleFrame& frame, Index node, Chunk& chunk)
{
    ObstacleContact found;
    const Vec3 &x = pass.query.x[at(node)], &v = pass.query.v[at(node)];
    if (!vertex_obstacle_contact(frame, x, v, obstacle_offset(pass.geometry, collider, node), found)) return;
    add_entry(chunk.rows, node, 1.0, Mat3::Identity(), found.normal);
    const Index object = pass.geometry.node_object[at(node)];
    close_row(
        {{ContactKind::vertex_obstacle, collider, node, 0},
         found.gap,
         found.normal,
         found.point,
         found.velocity,
         scaled_friction(pass.geometry, chunk.rows, friction_with_collider(pass.geometry, object, collider))},
        chunk.rows);
}

// Where the surface of a deforming collider takes a point of its frame over the step: with the weighted samples around it.
Vec3 carried_point(const ColliderCarrier& collider, const PieceStencil& stencil, const Vec3& local)
{
    if (!collider.deforms) return local;
    const Index piece = stencil.active[0];
    const MlsStencil& here = stencil.piece[at(piece)];
    const Vec3Array &before = collider.pieces_start.piece(piece).samples().position,
                    &after = collider.pieces.piece(piece).samples().position;
    Vec3 moved = local;
    for (std::size_t i = 0; i < here.terms.size(); ++i) {
        const auto s = at(here.terms[i].sample);
        moved += here.weight[i] * (after[s] - before[s]);
    }
    return moved;
}

// One row a constraint that counts at `place` (in the end's frame); the point itself was at `carried` there.
void add_collider_rows(const Pass& pass, Index number, Index node, const Vec3& place, const Vec3& carried,
                       const Vec3& obstacle_velocity, Chunk& chunk)
{
    const ColliderCarrier& collider = pass.surfaces.colliders()[at(number)];
    const double radii = pass.surfaces.radii(number, node), h = pass.query.step;
    const Vec3 &x = pass.query.x[at(node)], &v = pass.query.v[at(node)];
    for (const Index piece : chunk.scratch.pieces.active) {
        const MlsStencil& stencil = chunk.scratch.pieces.piece[at(piece)];
        const double length = stencil.gradient.norm();
        if (length < kFlatGradient) {
            ++chunk.flat;
            continue;
        }
        const Vec3 gradient = collider.rotation1 * stencil.gradient, normal = gradient / length;
        const double gap = stencil.psi - radii + stencil.gradient.dot(carried - place);
        const double approach = std::max(0.0, -gradient.dot(v - obstacle_velocity));
        if (!(gap < approach * h + margin(radii))) continue;
        add_entry(chunk.rows, node, 1.0, Mat3::Identity(), gradient);
        const Index object = pass.geometry.node_object[at(node)];
        close_row({{ContactKind::vertex_smooth, number, node, smooth_feature(0, piece)},
                   gap,
                   normal,
                   x - (gap + radii) * normal,
                   obstacle_velocity,
                   scaled_friction(pass.geometry, chunk.rows,
                                   friction_with_collider(pass.geometry, object, number))},
                  chunk.rows);
    }
}

void mesh_collider_contacts(const Pass& pass, Index number, Index node, Chunk& chunk)
{
    const ColliderCarrier& collider = pass.surfaces.colliders()[at(number)];
    const Vec3 &x = pass.query.x[at(node)], &v = pass.query.v[at(node)];
    const double h = pass.query.step;
    const Vec3 start = collider.local0(x);
    PieceStencil& stencil = chunk.scratch.pieces;
    (collider.deforms ? collider.pieces_start : collider.pieces).evaluate(start, stencil);
    if (stencil.known) {
        const Vec3 carried = carried_point(collider, stencil, start);
        if (collider.deforms) collider.pieces.evaluate(carried, stencil);
        const Vec3 velocity =
            h > 0.0 ? Vec3((collider.rotation1 * carried + collider.origin1 - x) / h) : Vec3(Vec3::Zero());
        if (stencil.known) add_collider_rows(pass, number, node, carried, carried, velocity, chunk);
        return;
    }
    if (!(h > 0.0)) return;
    const Vec3 end = collider.local1(x + h * v);
    Vec3 entry;
    if (!find_entry(collider.pieces, start, end, pass.surfaces.radii(number, node), {}, stencil, entry))
        return;
    const Vec3 velocity =
        ((collider.rotation1 - collider.rotation0) * entry + collider.origin1 - collider.origin0) / h;
    add_collider_rows(pass, number, node, entry, start, velocity, chunk);
}

// Rows of one point against a soft body, its stencils at `place`; the point itself is at x.
void add_carrier_rows(const Pass& pass, const DeformableCarrier& carrier, Index node, const Vec3& place,
                      Chunk& chunk)
{
    const double radii = pass.surfaces.radii(carrier, node), h = pass.query.step;
    const Vec3 &x = pass.query.x[at(node)], &v = pass.query.v[at(node)];
    NodeGradient& nodes = chunk.scratch.nodes;
    for (const Index piece : chunk.scratch.pieces.active) {
        const MlsStencil& stencil = chunk.scratch.pieces.piece[at(piece)];
        const MlsSurface& surface = carrier.pieces.piece(piece);
        const double length = stencil.gradient.norm();
        if (length < kFlatGradient) {
            ++chunk.flat;
            continue;
        }
        node_gradient(surface, stencil, nodes);
        double rate = stencil.gradient.dot(v);
        for (std::size_t i = 0; i < nodes.node.size(); ++i)
            rate += nodes.gradient[i].dot(pass.query.v[at(nodes.node[i])]);
        const double gap = stencil.psi - radii + stencil.gradient.dot(x - place);
        if (!(gap < std::max(0.0, -rate) * h + margin(radii))) continue;
        const Vec3 normal = stencil.gradient / length;
        add_entry(chunk.rows, node, 1.0, Mat3::Identity(), stencil.gradient);
        // The same numbering of nodes as that of the gradient.
        mls_jacobian(surface, stencil, normal, nodes, chunk.jacobian);
        STICTION_ASSERT(nodes.gradient.size() == chunk.jacobian.node.size());
        for (std::size_t i = 0; i < chunk.jacobian.node.size(); ++i)
            add_entry(chunk.rows, chunk.jacobian.node[i], -chunk.jacobian.weight[i], -chunk.jacobian.block[i],
                      nodes.gradient[i]);
        const Index object = pass.geometry.node_object[at(node)];
        close_row({{ContactKind::vertex_smooth, -1, node, smooth_feature(carrier.object, piece)},
                   gap,
                   normal,
                   x - (gap + radii) * normal,
                   Vec3::Zero(),
                   scaled_friction(pass.geometry, chunk.rows,
                                   friction_of_objects(pass.geometry, object, carrier.object))},
                  chunk.rows);
    }
}

// A vertex of the body's own that looks at the surface from within: a dent that comes near the far side. A vertex in front of a
// surface is held there and never comes deep, so that depth tells the two apart.
bool is_within(const Pass& pass, const DeformableCarrier& carrier, Index node, double psi)
{
    if (pass.geometry.node_object[at(node)] != carrier.object) return false;
    return psi < pass.surfaces.radii(carrier, node) - kDeepestSelf * carrier.pieces.largest_radius();
}

void carrier_contacts(const Pass& pass, const DeformableCarrier& carrier, const Vec3& carrier_velocity,
                      Index node, Chunk& chunk)
{
    const Vec3 &x = pass.query.x[at(node)], &v = pass.query.v[at(node)];
    const Span<const Span<const Index>> excluded = pass.surfaces.excluded_of(carrier, node, chunk.scratch);
    PieceStencil& stencil = chunk.scratch.pieces;
    carrier.pieces.evaluate(x, stencil, excluded);
    Vec3 place = x;
    if (!stencil.known && !find_entry(carrier.pieces, x, x + pass.query.step * (v - carrier_velocity),
                                      pass.surfaces.radii(carrier, node), excluded, stencil, place))
        return;
    if (is_within(pass, carrier, node, stencil.psi)) return;
    add_carrier_rows(pass, carrier, node, place, chunk);
}

// body(node, chunk) for every vertex of the surfaces.
template <class Body>
void for_vertices(const ContactGeometry& geometry, SmoothWorkspace& work, Body&& body)
{
    parallel_chunks(static_cast<Index>(geometry.vertices.size()), kChunk, [&](Index begin, Index end) {
        Chunk& chunk = work.chunks[at(begin / kChunk)];
        for (Index i = begin; i < end; ++i) body(geometry.vertices[at(i)], chunk);
    });
}

void open_chunks(const ContactGeometry& geometry, SmoothWorkspace& work)
{
    const std::size_t count = (geometry.vertices.size() + at(kChunk) - 1) / at(kChunk);
    if (work.chunks.size() < count) work.chunks.resize(count);
    for (Chunk& chunk : work.chunks) {
        clear(chunk.rows);
        chunk.flat = 0;
    }
}

void merge_chunks(SmoothWorkspace& work, ContactSet& contacts)
{
    work.order.clear();
    work.flat_gradients = 0;
    for (std::size_t c = 0; c < work.chunks.size(); ++c) {
        for (Index row = 0; row < work.chunks[c].rows.size(); ++row)
            work.order.emplace_back(static_cast<Index>(c), row);
        work.flat_gradients += work.chunks[c].flat;
    }
    auto key = [&](const std::pair<Index, Index>& entry) -> const ContactKey& {
        return work.chunks[at(entry.first)].rows.key[at(entry.second)];
    };
    std::sort(work.order.begin(), work.order.end(),
              [&](const auto& l, const auto& r) { return key(l) < key(r); });
    clear(contacts);
    for (const auto& [chunk, row] : work.order) append_row(work.chunks[at(chunk)].rows, row, contacts);
}

void set_carrier_velocities(const SmoothSurfaces& surfaces, const DetectQuery& query, SmoothWorkspace& work)
{
    work.carrier_velocity.clear();
    for (const DeformableCarrier& carrier : surfaces.deformable()) {
        Vec3 sum = Vec3::Zero();
        for (const Index node : carrier.nodes) sum += query.v[at(node)];
        work.carrier_velocity.emplace_back(sum / double(std::max<std::size_t>(1, carrier.nodes.size())));
    }
}

}  // namespace

void detect_smooth(SmoothSurfaces& surfaces, const DetectQuery& query, SmoothWorkspace& work,
                   ContactSet& contacts)
{
    const ContactGeometry& geometry = surfaces.geometry();
    STICTION_ASSERT(query.x.size() == geometry.node_object.size() && query.v.size() == query.x.size());
    surfaces.update(query.x, query.time, query.step);
    set_carrier_velocities(surfaces, query, work);
    open_chunks(geometry, work);
    const Pass pass{surfaces, geometry, query};
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c) {
        const auto collider = static_cast<Index>(c);
        const ObstacleFrame frame(geometry.colliders[c], collider, query.time, query.step);
        if (surfaces.colliders()[c].is_smooth)
            for_vertices(geometry, work, [&](Index node, Chunk& chunk) {
                mesh_collider_contacts(pass, collider, node, chunk);
            });
        else if (surfaces.analytic_colliders() && is_convex(geometry.colliders[c].shape))
            for_vertices(geometry, work, [&](Index node, Chunk& chunk) {
                analytic_contacts(pass, collider, frame, node, chunk);
            });
    }
    for (std::size_t c = 0; c < surfaces.deformable().size(); ++c) {
        const DeformableCarrier& carrier = surfaces.deformable()[c];
        for_vertices(geometry, work, [&](Index node, Chunk& chunk) {
            if (surfaces.collides(geometry.node_object[at(node)], carrier.object))
                carrier_contacts(pass, carrier, work.carrier_velocity[c], node, chunk);
        });
    }
    merge_chunks(work, contacts);
}

}  // namespace stiction
