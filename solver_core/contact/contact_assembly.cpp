#include "solver_core/contact/contact_assembly.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/contact_friction.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

void sort_edges(const std::vector<const PairContact*>& edges, std::size_t rows, AssemblyBuffers& buffers)
{
    sort_into_rows(edges, rows, buffers.edge_begin, buffers.edge_sorted);
    parallel_for(static_cast<Index>(rows), kChunk, [&](Index row) {
        std::sort(buffers.edge_sorted.begin() + buffers.edge_begin[at(row)],
                  buffers.edge_sorted.begin() + buffers.edge_begin[at(row) + 1],
                  [](const PairContact* l, const PairContact* r) { return l->b < r->b; });
    });
}

// A pair of which one side is a mesh collider: only the deformable side's nodes stay.
ObstacleContact as_obstacle(const ContactGeometry& geometry, const ContactSurface& s, const PairContact& pair)
{
    const bool flip = s.object_collider[at(pair.object_a)] >= 0;
    const Index other = flip ? pair.object_a : pair.object_b;
    const double side = flip ? -1.0 : 1.0;
    ObstacleContact out;
    out.object = flip ? pair.object_b : pair.object_a;
    out.gap = pair.gap;
    out.normal = side * pair.normal;
    out.point = pair.point;
    for (int k = 0; k < 4; ++k) {
        const double weight = side * pair.weight[k];
        if (weight > 0.0) {
            out.node[out.count] = pair.node[k];
            out.weight[out.count++] = weight;
        } else if (weight < 0.0) {
            out.velocity -= weight * s.v[at(pair.node[k])];
        }
    }
    const Index collider = s.object_collider[at(other)];
    const std::size_t points =
        std::get<MeshShape>(geometry.colliders[at(collider)].shape).mesh.positions.size();
    if (pair.kind == ContactKind::edge_edge)
        out.key = {ContactKind::face_obstacle, collider, std::int64_t(s.deformable_triangles) + pair.a,
                   static_cast<std::int64_t>(points) + pair.b - s.object_first_edge[at(other)]};
    else if (flip)
        out.key = {ContactKind::face_obstacle, collider, pair.b, pair.a - s.object_first_node[at(other)]};
    else
        out.key = {ContactKind::vertex_obstacle, collider, pair.a,
                   pair.b - s.object_first_triangle[at(other)]};
    return out;
}

void collect(const ContactGeometry& geometry, const ContactSurface& surface, const PairContact& c,
             AssemblyBuffers& buffers)
{
    if (surface.object_collider[at(c.object_a)] >= 0 || surface.object_collider[at(c.object_b)] >= 0)
        buffers.obstacle.push_back(as_obstacle(geometry, surface, c));
    else
        buffers.between.push_back(&c);
}

// Pairs with mesh colliders on the one hand, between deformable objects on the other. Where there are no such colliders the
// contacts need not be read for that.
void collect_all(const ContactGeometry& geometry, const ContactSurface& surface, const VertexRows& vertices,
                 AssemblyBuffers& buffers)
{
    const bool meshes = at(surface.deformable_objects) < surface.object_collider.size();
    const auto take = [&](const PairContact* c) {
        if (meshes)
            collect(geometry, surface, *c, buffers);
        else
            buffers.between.push_back(c);
    };
    for (std::size_t i = 0; i < vertices.sorted().size(); ++i)
        if (vertices.keep()[i] != 0) take(vertices.sorted()[i]);
    for (const PairContact* c : buffers.edge_sorted) take(c);
}

void resize(std::size_t count, ContactSet& set)
{
    set.key.resize(count);
    set.normal.resize(count);
    set.point.resize(count);
    set.obstacle_velocity.resize(count);
    set.gap.resize(count);
    set.mu.resize(count);
    set.begin.resize(count + 1);
}

void write(const ContactGeometry& geometry, const ObstacleContact& c, std::size_t row, ContactSet& set)
{
    set.key[row] = c.key;
    set.normal[row] = c.normal;
    set.point[row] = c.point;
    set.obstacle_velocity[row] = c.velocity;
    set.gap[row] = c.gap;
    set.mu[row] = friction_with_collider(geometry, c.object, c.key.obstacle) *
                  friction_scale(geometry, c.node, c.weight, at(c.count));
    std::copy(c.node, c.node + c.count, set.node.begin() + set.begin[row]);
    std::copy(c.weight, c.weight + c.count, set.weight.begin() + set.begin[row]);
}

void write(const ContactGeometry& geometry, const PairContact& c, std::size_t row, ContactSet& set)
{
    set.key[row] = {c.kind, -1, c.a, c.b};
    set.normal[row] = c.normal;
    set.point[row] = c.point;
    set.obstacle_velocity[row].setZero();
    set.gap[row] = c.gap;
    set.mu[row] =
        friction_of_objects(geometry, c.object_a, c.object_b) * friction_scale(geometry, c.node, c.weight, 4);
    std::copy(c.node, c.node + 4, set.node.begin() + set.begin[row]);
    std::copy(c.weight, c.weight + 4, set.weight.begin() + set.begin[row]);
}

void write_all(const ContactGeometry& geometry, const AssemblyBuffers& buffers, ContactSet& set)
{
    const std::size_t external = buffers.obstacle.size(), count = external + buffers.between.size();
    resize(count, set);
    set.begin[0] = 0;
    for (std::size_t row = 0; row < count; ++row)
        set.begin[row + 1] = set.begin[row] + (row < external ? buffers.obstacle[row].count : 4);
    set.node.resize(at(set.begin[count]));
    set.weight.resize(at(set.begin[count]));
    set.block.clear();
    set.gap_gradient.clear();
    parallel_for(static_cast<Index>(count), kChunk, [&](Index i) {
        const auto row = at(i);
        if (row < external)
            write(geometry, buffers.obstacle[row], row, set);
        else
            write(geometry, *buffers.between[row - external], row, set);
    });
}

}  // namespace

void assemble_contacts(const ContactGeometry& geometry, const ContactSurface& surface,
                       const std::vector<ObstacleContact>& vertices,
                       const std::vector<ObstacleContact>& faces, const PairContacts& pairs,
                       AssemblyBuffers& buffers, ContactSet& contacts)
{
    sort_edges(pairs.edge_edge, surface.edges.size(), buffers);

    buffers.obstacle.assign(vertices.begin(), vertices.end());
    buffers.obstacle.insert(buffers.obstacle.end(), faces.begin(), faces.end());
    buffers.between.clear();
    collect_all(geometry, surface, pairs.vertices, buffers);
    const auto by_key = [](const ObstacleContact& l, const ObstacleContact& r) { return l.key < r.key; };
    if (!std::is_sorted(buffers.obstacle.begin(), buffers.obstacle.end(), by_key))
        std::sort(buffers.obstacle.begin(), buffers.obstacle.end(), by_key);
    const auto same_key = [](const ObstacleContact& l, const ObstacleContact& r) { return l.key == r.key; };
    buffers.obstacle.erase(std::unique(buffers.obstacle.begin(), buffers.obstacle.end(), same_key),
                           buffers.obstacle.end());
    write_all(geometry, buffers, contacts);
}

void assemble_passing(const ContactGeometry& geometry, const std::vector<const PairContact*>& pairs,
                      AssemblyBuffers& buffers, ContactSet& contacts)
{
    buffers.obstacle.clear();
    buffers.between = pairs;
    const auto key = [](const PairContact* c) { return std::tie(c->kind, c->a, c->b); };
    std::sort(buffers.between.begin(), buffers.between.end(),
              [&](const PairContact* l, const PairContact* r) { return key(l) < key(r); });
    write_all(geometry, buffers, contacts);
}

void assemble_entering(const ContactGeometry& geometry, const std::vector<ObstacleContact>& nodes,
                       AssemblyBuffers& buffers, ContactSet& contacts)
{
    buffers.obstacle = nodes;
    buffers.between.clear();
    write_all(geometry, buffers, contacts);
}

}  // namespace stiction
