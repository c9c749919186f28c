#include "solver_core/contact/obstacle_faces.hpp"

#include "solver_core/contact/box_contacts.hpp"
#include "solver_core/contact/low_points.hpp"
#include "solver_core/contact/triangle_depth.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

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
    if (!(deepest.phi < corner - local.sink)) return false;
    weight = deepest.weight;
    feature = deepest.feature;
    return obstacle_entry_contact(frame, mix3(weight, local.start), mix3(weight, local.end),
                                  dot3(weight, local.radii), out);
}

// A face that is clear of the collider may still be passed through within the step.
bool passing_contact(const ObstacleFrame& frame, const LocalFace& local, double deepest, double radii,
                     FaceContact& out)
{
    const bool clear = deepest - radii > contact_margin(radii);
    if (!clear || local.travel < kPassingShare * local.longest) return false;
    out.part = 0;
    return face_entry_contact(frame, local, out.contact, out.weight, out.feature);
}

// Is a triangle at the edge, other than `own`, deeper than the edge's own point: does it lean in by more than the sine
// `lean`?
bool neighbour_is_deeper(const ContactSurface& surface, Index edge, Index own, const Vec3& point,
                         const Vec3& normal, double lean)
{
    for (std::size_t i = 0; i < surface.edge_triangles[edge].size(); ++i) {
        if (surface.edge_triangles[edge][i] == own) continue;
        const Vec3 inward = surface.x[at(surface.edge_corners[edge][i])] - point;
        if (normal.dot(inward) < -lean * inward.norm()) return true;
    }
    return false;
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

}  // namespace

bool is_clear_of_obstacle(const ObstacleFrame& frame, const ObstacleBuffers& buffers, const Triangle& node)
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
    // Only a triangle over one face of a box is clear of its edges and corners.
    if (std::holds_alternative<BoxShape>(*frame.shape) &&
        (distance[0].normal != distance[1].normal || distance[0].normal != distance[2].normal))
        return false;
    const double longest = std::sqrt(longest2);
    const double mean_radii = (a.radii + b.radii + c.radii) / 3.0;
    const double sink = std::max(kFaceDeeper * longest, kFaceShare * mean_radii);
    return bound > least - kFaceSeen * sink + kSlack && travel < kPassingShare * longest - kSlack;
}

void triangle_obstacle_contacts(const ContactGeometry& geometry, const ContactSurface& surface,
                                const ObstacleFrame& frame, Index t, std::vector<ObstacleContact>& out)
{
    if (std::holds_alternative<PlaneShape>(*frame.shape)) return;
    const SurfaceTriangle& triangle = surface.triangles[at(t)];
    FacePoints face;
    for (int k = 0; k < 3; ++k) {
        face.x[k] = surface.x[at(triangle.node[k])];
        face.v[k] = surface.v[at(triangle.node[k])];
        face.offset[k] = obstacle_offset(geometry, frame.collider, triangle.node[k]);
    }
    const LocalFace local = local_face(frame, face);
    const TriangleDepth deepest =
        triangle_depth(*frame.shape, local.start[0], local.start[1], local.start[2]);
    const double radii = dot3(deepest.weight, local.radii);
    if (deepest.phi - radii > local.travel + contact_margin(radii)) return;
    if (std::holds_alternative<BoxShape>(*frame.shape) &&
        add_box_contacts(surface, frame, t, local, deepest.phi, face, out))
        return;

    if (add_low_contacts(surface, frame, t, local, deepest, face, out)) return;

    FaceContact found;
    if (!passing_contact(frame, local, deepest.phi, radii, found)) return;
    constexpr double kLean = 1e-6;  // sine by which a neighbour must lean in to be called deeper
    if (found.feature != 7U && neighbour_is_deeper(surface, edge_of(triangle, found.feature), t,
                                                   mix3(found.weight, face.x), found.contact.normal, kLean))
        return;
    add_contact(surface, frame, t, found, out);
}

}  // namespace stiction
