#include "solver_core/contact/obstacle_contact.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/triangle_depth.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr Index kChunk = 1024;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Fills the contact of a surface point whose nearest (or entered) point of the collider is `surface_local`.
void set_contact(const ObstacleFrame& frame, const Vec3& surface_local, const Vec3& normal_local, double gap,
                 ObstacleContact& out)
{
    out.gap = gap;
    out.normal = frame.rotation0 * normal_local;
    out.point = frame.rotation0 * surface_local + frame.origin0;
    out.velocity = frame.velocity(surface_local);
}

bool in_reach(const ObstacleFrame& frame, const ObstacleContact& contact, const Vec3& v, double radii)
{
    const double approach = std::max(0.0, -contact.normal.dot(v - contact.velocity));
    return contact.gap < approach * frame.step + contact_margin(radii);
}

// Contact of a point that starts clear of the collider and enters it within the step.
bool entry_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end, double radii,
                   ObstacleContact& out)
{
    double s = 0.0;
    if (!first_entry(*frame.shape, start, end, radii, s)) return false;
    const Vec3 entry = start + s * (end - start);
    const SignedDistance there = signed_distance(*frame.shape, entry);
    set_contact(frame, entry - radii * there.normal, there.normal, there.normal.dot(start - entry), out);
    return true;
}

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
    set_contact(frame, end - there.phi * there.normal, there.normal,
                there.phi + there.normal.dot(start - end) - radii, out);
    return true;
}

struct LocalFace {
    Vec3 start[3], end[3];
    double radii[3];
    double phi[3];
    double longest = 0.0;
    double threshold = 0.0;
    double travel = 0.0;  // of the fastest corner, relative to the collider
};

LocalFace local_face(const ObstacleFrame& frame, const FacePoints& face)
{
    LocalFace local;
    double mean_radii = 0.0;
    for (int k = 0; k < 3; ++k) {
        local.start[k] = frame.local0(face.x[k]);
        local.end[k] = frame.local1(face.x[k] + frame.step * face.v[k]);
        local.radii[k] = face.offset[k] + frame.radius;
        local.phi[k] = signed_distance(*frame.shape, local.start[k]).phi;
        local.travel = std::max(local.travel, (local.end[k] - local.start[k]).norm());
        mean_radii += local.radii[k] / 3.0;
    }
    for (int k = 0; k < 3; ++k)
        local.longest = std::max(local.longest, (local.start[(k + 1) % 3] - local.start[k]).norm());
    local.threshold = std::max(kFaceDeeper * local.longest, kFaceShare * mean_radii);
    return local;
}

double dot3(const Vec3& weight, const double* value)
{
    return weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2];
}

Vec3 mix3(const Vec3& weight, const Vec3* value)
{
    return weight[0] * value[0] + weight[1] * value[1] + weight[2] * value[2];
}

// The face in passing: over the step the collider may cut through between corners that it never touches. The
// face moves by its mean displacement; the deepest point over the face and the step is the minimum of a
// convex function of (weights, time), here by golden section over time. Its own path gives the place of
// entry.
bool face_entry_contact(const ObstacleFrame& frame, const LocalFace& local, ObstacleContact& out,
                        Vec3& weight, unsigned& feature)
{
    constexpr int kSections = 24;
    constexpr double kGolden = 0.6180339887498949;
    const Vec3 path =
        (local.end[0] - local.start[0] + local.end[1] - local.start[1] + local.end[2] - local.start[2]) / 3.0;
    const auto depth_at = [&](double s) {
        return triangle_depth(*frame.shape, local.start[0] + s * path, local.start[1] + s * path,
                              local.start[2] + s * path);
    };
    double lo = 0.0, hi = 1.0;
    double s1 = hi - kGolden * (hi - lo), s2 = lo + kGolden * (hi - lo);
    TriangleDepth d1 = depth_at(s1), d2 = depth_at(s2);
    for (int i = 0; i < kSections; ++i) {
        if (d1.phi <= d2.phi) {
            hi = s2, s2 = s1, d2 = d1;
            s1 = hi - kGolden * (hi - lo);
            d1 = depth_at(s1);
        } else {
            lo = s1, s1 = s2, d1 = d2;
            s2 = lo + kGolden * (hi - lo);
            d2 = depth_at(s2);
        }
    }
    const TriangleDepth deepest = d1.phi <= d2.phi ? d1 : d2;
    const double s = d1.phi <= d2.phi ? s1 : s2;
    double corner = signed_distance(*frame.shape, local.start[0] + s * path).phi;
    for (int k = 1; k < 3; ++k)
        corner = std::min(corner, signed_distance(*frame.shape, local.start[k] + s * path).phi);
    if (!(deepest.phi < corner - local.threshold)) return false;
    weight = deepest.weight;
    feature = deepest.feature;
    return entry_contact(frame, mix3(weight, local.start), mix3(weight, local.end), dot3(weight, local.radii),
                         out);
}

// Lower bound of phi over the triangle, from the tangent planes at its corners (phi is convex).
double lower_bound(const Vec3* corner, const SignedDistance* distance)
{
    double best = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        double least = 0.0;
        for (int j = 0; j < 3; ++j) least = std::min(least, distance[i].normal.dot(corner[j] - corner[i]));
        best = std::max(best, distance[i].phi + least);
    }
    return best;
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

// A triangle that cannot make a contact: too far for its motion, or its deepest point cannot be clearly below
// its corners while it moves too little to be passed through. The slack covers rounding, so that this only
// ever spares work.
bool can_skip(const ObstacleBuffers& buffers, const Triangle& node)
{
    constexpr double kSlack = 1e-9;
    const ObstacleBuffers::Node* corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = &buffers.nodes[at(node[k])];
    const auto &a = *corner[0], &b = *corner[1], &c = *corner[2];
    const double least = std::min({a.phi, b.phi, c.phi});
    const double radii = std::max({a.radii, b.radii, c.radii});
    const double travel = std::max({a.travel, b.travel, c.travel});
    const double reach = radii + contact_margin(radii) + travel + kSlack;
    const double longest2 = std::max({(b.local - a.local).squaredNorm(), (c.local - b.local).squaredNorm(),
                                      (a.local - c.local).squaredNorm()});
    // No point of a triangle is farther from its nearest corner than the longest side over the root of 3.
    const double clear = least - reach;
    if (clear > 0.0 && longest2 < 2.5 * clear * clear) return true;
    const Vec3 place[3] = {a.local, b.local, c.local};
    const SignedDistance distance[3] = {{a.phi, buffers.normals[at(node[0])]},
                                        {b.phi, buffers.normals[at(node[1])]},
                                        {c.phi, buffers.normals[at(node[2])]}};
    const double bound = lower_bound(place, distance);
    if (bound > reach) return true;
    const double longest = std::sqrt(longest2);
    const double mean_radii = (a.radii + b.radii + c.radii) / 3.0;
    const double threshold = std::max(kFaceDeeper * longest, kFaceShare * mean_radii);
    return bound > least - threshold + kSlack && travel < kPassingShare * longest - kSlack;
}

// Contact of a point that moves from start to end in the collider's frame, `here` at its start.
bool point_contact(const ObstacleFrame& frame, const Vec3& start, const Vec3& end, const SignedDistance& here,
                   double travel, const Vec3& v, double radii, ObstacleContact& out)
{
    const double gap = here.phi - radii;
    if (gap > contact_margin(radii) && gap > travel) return false;
    if (gap < travel + contact_margin(radii) && gliding_contact(frame, start, end, here, radii, out))
        return in_reach(frame, out, v, radii);
    if (gap > contact_margin(radii)) {
        if (entry_contact(frame, start, end, radii, out)) return true;
    }
    set_contact(frame, start - here.phi * here.normal, here.normal, gap, out);
    return in_reach(frame, out, v, radii);
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

bool face_obstacle_contact(const ObstacleFrame& frame, const FacePoints& face, ObstacleContact& out,
                           Vec3& weight, unsigned& feature)
{
    if (std::holds_alternative<PlaneShape>(*frame.shape)) return false;
    const LocalFace local = local_face(frame, face);
    const TriangleDepth deepest =
        triangle_depth(*frame.shape, local.start[0], local.start[1], local.start[2]);
    const double radii = dot3(deepest.weight, local.radii);
    const double least = std::min({local.phi[0], local.phi[1], local.phi[2]});
    if (deepest.phi - radii > local.travel + contact_margin(radii)) return false;
    const Vec3 point = mix3(deepest.weight, local.start);
    if (deepest.phi < least - local.threshold) {
        set_contact(frame, point - deepest.distance * deepest.normal, deepest.normal,
                    deepest.distance - radii, out);
        weight = deepest.weight;
        feature = deepest.feature;
        if (in_reach(frame, out, mix3(weight, face.v), radii)) return true;
    }
    const bool clear = deepest.phi - radii > contact_margin(radii);
    if (!clear || local.travel < kPassingShare * local.longest) return false;
    return face_entry_contact(frame, local, out, weight, feature);
}

bool triangle_obstacle_contact(const ContactGeometry& geometry, const ContactSurface& surface,
                               const ObstacleFrame& frame, Index t, ObstacleContact& out)
{
    const SurfaceTriangle& triangle = surface.triangles[at(t)];
    FacePoints face;
    for (int k = 0; k < 3; ++k) {
        face.x[k] = surface.x[at(triangle.node[k])];
        face.v[k] = surface.v[at(triangle.node[k])];
        face.offset[k] = obstacle_offset(geometry, frame.collider, triangle.node[k]);
    }
    Vec3 weight;
    unsigned feature = 0;
    if (!face_obstacle_contact(frame, face, out, weight, feature)) return false;

    out.key = {ContactKind::face_obstacle, frame.collider, t, 0};
    if (feature != 7U) {
        const Index edge = triangle.edge[feature == 3U ? 0 : (feature == 6U ? 1 : 2)];
        if (surface.edge_triangles[edge][0] != t) return false;
        const Vec3 point = mix3(weight, face.x);
        for (const Index u : surface.edge_triangles[edge]) {
            constexpr double kLean = 1e-6;  // sine by which a neighbour must lean in to be called deeper
            const Index* node = surface.triangles[at(u)].node;
            const Edge& ends = surface.edges[at(edge)];
            for (int k = 0; k < 3; ++k) {
                if (u == t || node[k] == ends[0] || node[k] == ends[1]) continue;
                const Vec3 inward = surface.x[at(node[k])] - point;
                if (out.normal.dot(inward) < -kLean * inward.norm()) return false;
            }
        }
        out.key.a = static_cast<std::int64_t>(surface.deformable_triangles) + edge;
    }
    out.object = triangle.object;
    out.count = 0;
    for (int k = 0; k < 3; ++k) {
        if (weight[k] == 0.0) continue;
        out.node[out.count] = triangle.node[k];
        out.weight[out.count++] = weight[k];
    }
    return true;
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
            contact.key = {ContactKind::vertex_obstacle, collider, node, 0};
            contact.object = surface.node_object[n];
            contact.count = 1;
            contact.node[0] = node;
            contact.weight[0] = 1.0;
            chunk.push_back(contact);
        }
    });
    append_chunks(buffers.vertex_chunks, vertex_chunks, vertices);
    if (std::holds_alternative<PlaneShape>(*frame.shape)) return;

    const std::size_t face_chunks = open_chunks(at(surface.deformable_triangles), buffers.face_chunks);
    parallel_chunks(surface.deformable_triangles, kChunk, [&](Index begin, Index end) {
        std::vector<ObstacleContact>& chunk = buffers.face_chunks[at(begin / kChunk)];
        ObstacleContact contact;
        for (Index t = begin; t < end; ++t) {
            if (can_skip(buffers, geometry.triangles[at(t)])) continue;
            if (triangle_obstacle_contact(geometry, surface, frame, t, contact)) chunk.push_back(contact);
        }
    });
    append_chunks(buffers.face_chunks, face_chunks, faces);
}

}  // namespace stiction
