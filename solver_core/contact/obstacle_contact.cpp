#include "solver_core/contact/obstacle_contact.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/obstacle_faces.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

// A point that glides past an edge of the collider (the joint of two level boxes): the tangent plane at the start
// leans back and would hold it up. phi is convex, so the tangent plane at the end of the free path is as safe, and it
// is the one to take where the first would cut off more than kCutShare of the margin and the solid itself is missed.
constexpr double kCutShare = 0.1;
bool gliding_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end,
                     const SignedDistance& here, double radii, ObstacleContact& out)
{
    const SignedDistance there = signed_distance(*frame.shape, end);
    const double cut_off = there.phi - (here.phi + here.normal.dot(end - start));
    if (here.phi <= 0.0 || there.phi <= 0.0 || cut_off < kCutShare * contact_margin(radii)) return false;
    double s = 0.0;
    if (first_entry(*frame.shape, start, end, 0.0, s)) return false;
    set_obstacle_contact(frame, end - there.phi * there.normal, there.normal,
                         there.phi + there.normal.dot(start - end) - radii, out);
    return true;
}

void append_chunks(const std::vector<std::vector<ObstacleContact>>& chunks, std::size_t count,
                   std::vector<ObstacleContact>& all)
{
    for (std::size_t c = 0; c < count; ++c) all.insert(all.end(), chunks[c].begin(), chunks[c].end());
}

std::size_t open_chunks(std::size_t items, std::vector<std::vector<ObstacleContact>>& chunks)
{
    const std::size_t count =
        (items + static_cast<std::size_t>(kChunk) - 1) / static_cast<std::size_t>(kChunk);
    if (chunks.size() < count) chunks.resize(count);
    for (std::size_t c = 0; c < count; ++c) chunks[c].clear();
    return count;
}

// Contact of a point that moves from start to end in the collider's frame, `here` at its start.
bool point_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end, const SignedDistance& here,
                   double travel, const Vec3& v, double radii, ObstacleContact& out)
{
    const double gap = here.phi - radii;
    if (gap > contact_margin(radii) && gap > travel) return false;
    if (gap < travel + contact_margin(radii) && gliding_contact(frame, start, end, here, radii, out))
        return obstacle_in_reach(frame, out, v, radii);
    if (gap > contact_margin(radii)) {
        if (obstacle_entry_contact(frame, start, end, radii, out)) return true;
    }
    set_obstacle_contact(frame, start - here.phi * here.normal, here.normal, gap, out);
    return obstacle_in_reach(frame, out, v, radii);
}

// m/s. What began inside a collider and does not go deeper is on its way out, not entering.
constexpr double kStill = 1e-6;

void name_node(const ContactSurface& surface, Index collider, Index node, ObstacleContact& out)
{
    out.key = {ContactKind::vertex_obstacle, collider, node, 0};
    out.object = surface.node_object[at(node)];
    out.count = 1;
    out.node[0] = node;
    out.weight[0] = 1.0;
}

}  // namespace

ObstacleFrame::ObstacleFrame(const Collider& source, Index number, double time, double h)
    : shape(&source.shape), collider(number), radius(source.radius), step(h)
{
    const RigidPose pose0 = pose_at(source, time), pose1 = pose_at(source, time + h);
    rotation0 = pose0.rotation.toRotationMatrix();
    rotation1 = pose1.rotation.toRotationMatrix();
    origin0 = pose0.translation;
    origin1 = pose1.translation;
}

Vec3 ObstacleFrame::velocity(const Vec3& local) const
{
    if (!(step > 0.0)) return Vec3::Zero();
    return ((rotation1 - rotation0) * local + (origin1 - origin0)) / step;
}

void set_obstacle_contact(const ObstacleFrame& frame, const Vec3& surface_local, const Vec3& normal_local,
                          double gap, ObstacleContact& out)
{
    out.gap = gap;
    out.normal = frame.rotation0 * normal_local;
    out.point = frame.rotation0 * surface_local + frame.origin0;
    out.velocity = frame.velocity(surface_local);
}

bool obstacle_in_reach(const ObstacleFrame& frame, const ObstacleContact& contact, const Vec3& v,
                       double radii, double slack)
{
    const double approach = std::max(0.0, -contact.normal.dot(v - contact.velocity));
    return contact.gap < approach * frame.step + contact_margin(radii) + slack;
}

bool obstacle_entry_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end, double radii,
                            ObstacleContact& out)
{
    double s = 0.0;
    if (!first_entry(*frame.shape, start, end, radii, s)) return false;
    const Vec3 entry = start + s * (end - start);
    const SignedDistance there = signed_distance(*frame.shape, entry);
    set_obstacle_contact(frame, entry - radii * there.normal, there.normal, there.normal.dot(start - entry),
                         out);
    return true;
}

double obstacle_offset(const ContactGeometry& geometry, Index collider, Index node)
{
    if (geometry.obstacle_offset.empty() || geometry.obstacle_offset[at(collider)].empty())
        return geometry.radius[at(node)];
    return geometry.obstacle_offset[at(collider)][at(node)];
}

bool vertex_obstacle_contact(const ObstacleFrame& frame, const Vec3& x, const Vec3& v, double offset,
                             ObstacleContact& out)
{
    const Vec3 start = frame.local0(x), end = frame.local1(x + frame.step * v);
    return point_contact(frame, start, end, signed_distance(*frame.shape, start), (end - start).norm(), v,
                         offset + frame.radius, out);
}

void find_obstacle_contacts(const ContactGeometry& geometry, const ContactSurface& surface, Index collider,
                            double time, ObstacleBuffers& buffers, std::vector<ObstacleContact>& vertices,
                            std::vector<ObstacleContact>& faces)
{
    const ObstacleFrame frame(geometry.colliders[at(collider)], collider, time, surface.step);
    buffers.nodes.resize(at(surface.deformable_nodes));
    buffers.normals.resize(at(surface.deformable_nodes));
    const std::size_t vertex_chunks = open_chunks(geometry.vertices.size(), buffers.vertex_chunks);
    parallel_chunks(static_cast<Index>(geometry.vertices.size()), kChunk, [&](Index begin, Index end) {
        std::vector<ObstacleContact>& chunk = buffers.vertex_chunks[at(begin / kChunk)];
        ObstacleContact contact;
        for (Index i = begin; i < end; ++i) {
            const Index node = geometry.vertices[at(i)];
            const auto n = at(node);
            const Vec3 &x = surface.x[n], &v = surface.v[n];
            const Vec3 from = frame.local0(x), to = frame.local1(x + frame.step * v);
            const SignedDistance here = signed_distance(*frame.shape, from);
            const double travel = (to - from).norm(),
                         radii = obstacle_offset(geometry, collider, node) + frame.radius;
            buffers.nodes[n] = {from, here.phi, travel, radii};
            buffers.normals[n] = here.normal;
            if (!point_contact(frame, from, to, here, travel, v, radii, contact)) continue;
            name_node(surface, collider, node, contact);
            chunk.push_back(contact);
        }
    });
    append_chunks(buffers.vertex_chunks, vertex_chunks, vertices);
    if (std::holds_alternative<PlaneShape>(*frame.shape)) return;

    const std::size_t face_chunks = open_chunks(at(surface.deformable_triangles), buffers.face_chunks);
    parallel_chunks(surface.deformable_triangles, kChunk, [&](Index begin, Index end) {
        std::vector<ObstacleContact>& chunk = buffers.face_chunks[at(begin / kChunk)];
        for (Index t = begin; t < end; ++t)
            if (!is_clear_of_obstacle(frame, buffers, geometry.triangles[at(t)]))
                triangle_obstacle_contacts(geometry, surface, frame, t, chunk);
    });
    append_chunks(buffers.face_chunks, face_chunks, faces);
}

void find_entering_nodes(const ContactGeometry& geometry, const ContactSurface& surface, Index collider,
                         double time, const EnteringLimits& limits, ObstacleBuffers& buffers,
                         std::vector<ObstacleContact>& vertices)
{
    const ObstacleFrame frame(geometry.colliders[at(collider)], collider, time, surface.step);
    const std::size_t chunks = open_chunks(geometry.vertices.size(), buffers.vertex_chunks);
    parallel_chunks(static_cast<Index>(geometry.vertices.size()), kChunk, [&](Index begin, Index end) {
        ObstacleContact contact;
        for (Index i = begin; i < end; ++i) {
            const Index node = geometry.vertices[at(i)];
            if (!limits.solids && geometry.object_is_solid[at(geometry.node_object[at(node)])]) continue;
            const Vec3& v = surface.v[at(node)];
            const double offset = obstacle_offset(geometry, collider, node);
            if (!vertex_obstacle_contact(frame, surface.x[at(node)], v, offset, contact)) continue;
            const double approach = -contact.normal.dot(v - contact.velocity);
            const double deepest = offset + frame.radius + limits.slack;
            if (approach <= kStill || contact.gap - frame.step * approach >= -deepest) continue;
            name_node(surface, collider, node, contact);
            buffers.vertex_chunks[at(begin / kChunk)].push_back(contact);
        }
    });
    append_chunks(buffers.vertex_chunks, chunks, vertices);
}

}  // namespace stiction
