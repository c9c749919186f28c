#include "solver_core/contact/obstacle_faces.hpp"

#include "solver_core/contact/box_features.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/contact/triangle_depth.hpp"

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

struct FacePoints {
    Vec3 x[3], v[3];
    double offset[3];
};

struct LocalFace {
    Vec3 start[3], end[3];
    double radii[3];
    SignedDistance distance[3];
    double longest = 0.0;
    double sink = 0.0;
    double travel = 0.0;  // of the fastest corner, relative to the collider
    double turned = 0.0;  // what the last step may have opened, see turning_slack
};

// A contact with a corner or an edge of the collider lies in the plane of the face, or of the two edges, and that plane
// turns with the face. The law holds it as it was at the start of a step, so in a step in which corners move by `travel`
// a loaded contact opens by up to (angle 2 travel / height) * travel, with no velocity that would tell of it in the next
// step: then it must still be seen, or the body behind it comes in with all the force that it was held by.
double turning_slack(const LocalFace& local)
{
    const Vec3 area = (local.start[1] - local.start[0]).cross(local.start[2] - local.start[0]);
    const double height = area.norm() / local.longest;
    return std::min(local.travel, 2.0 * local.travel * local.travel / std::max(height, 1e-300));
}

LocalFace local_face(const ObstacleFrame& frame, const FacePoints& face)
{
    LocalFace local;
    double mean_radii = 0.0;
    for (int k = 0; k < 3; ++k) {
        local.start[k] = frame.local0(face.x[k]);
        local.end[k] = frame.local1(face.x[k] + frame.step * face.v[k]);
        local.radii[k] = face.offset[k] + frame.radius;
        local.distance[k] = signed_distance(*frame.shape, local.start[k]);
        local.travel = std::max(local.travel, (local.end[k] - local.start[k]).norm());
        mean_radii += local.radii[k] / 3.0;
    }
    for (int k = 0; k < 3; ++k)
        local.longest = std::max(local.longest, (local.start[(k + 1) % 3] - local.start[k]).norm());
    local.sink = std::max(kFaceDeeper * local.longest, kFaceShare * mean_radii);
    local.turned = turning_slack(local);
    return local;
}

double least_corner(const LocalFace& local)
{
    return std::min({local.distance[0].phi, local.distance[1].phi, local.distance[2].phi});
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
    if (!(deepest.phi < corner - local.sink)) return false;
    weight = deepest.weight;
    feature = deepest.feature;
    return obstacle_entry_contact(frame, mix3(weight, local.start), mix3(weight, local.end),
                                  dot3(weight, local.radii), out);
}

// A point of a face that may touch: where it lies in the face (`feature`: bits of the corners with positive weight, 7 the
// face, two bits an edge), and which feature of the collider it meets (0: its surface).
struct FaceContact {
    ObstacleContact contact;
    Vec3 weight = Vec3::Zero();
    unsigned feature = 0;
    int part = 0;
};

bool at_corner(unsigned feature) { return feature == 1U || feature == 2U || feature == 4U; }

// A low point of the face, where it hangs below the corners.
bool low_contact(const ObstacleFrame& frame, const LocalFace& local, const TriangleDepth& low,
                 const FacePoints& face, FaceContact& out)
{
    if (at_corner(low.feature)) return false;
    if (!(low.phi < least_corner(local) - kFaceSeen * local.sink)) return false;
    const double radii = dot3(low.weight, local.radii);
    const Vec3 point = mix3(low.weight, local.start);
    set_obstacle_contact(frame, point - low.distance * low.normal, low.normal,
                         low.distance - (radii - local.sink), out.contact);
    out.part = 0;
    out.weight = low.weight;
    out.feature = low.feature;
    return obstacle_in_reach(frame, out.contact, mix3(out.weight, face.v), radii);
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

// Do the corners of the face around this point already hold off what the feature would?
bool seen_by_corners(const LocalFace& local, const BoxFeature& found)
{
    for (int k = 0; k < 3; ++k)
        if (found.weight[k] > 0.0 && (found.normal.dot(local.distance[k].normal) < kSameDirection ||
                                      local.distance[k].phi - found.distance > local.sink))
            return false;
    return true;
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

// A solid's surface is held off from outside alone.
bool faces_away(const ContactSurface& surface, Span<const Index> triangles, const Vec3& normal)
{
    Vec3 outward = Vec3::Zero();
    for (const Index t : triangles) {
        const Index* node = surface.triangles[at(t)].node;
        if (!surface.object_solid[at(surface.triangles[at(t)].object)]) return false;
        outward += triangle_normal(surface.x[at(node[0])], surface.x[at(node[1])], surface.x[at(node[2])]);
    }
    return outward.dot(normal) > 0.0;
}

Index edge_of(const SurfaceTriangle& triangle, unsigned feature)
{
    return triangle.edge[feature == 3U ? 0 : (feature == 6U ? 1 : 2)];
}

// The row of a found contact: nodes, weights and key; a point on an edge is named by the edge.
void add_contact(const ContactSurface& surface, const ObstacleFrame& frame, Index t, FaceContact& found,
                 std::vector<ObstacleContact>& out)
{
    const SurfaceTriangle& triangle = surface.triangles[at(t)];
    ObstacleContact& contact = found.contact;
    contact.key = {ContactKind::face_obstacle, frame.collider, t, found.part};
    if (found.feature != 7U)
        contact.key.a =
            static_cast<std::int64_t>(surface.deformable_triangles) + edge_of(triangle, found.feature);
    contact.object = triangle.object;
    contact.count = 0;
    for (int k = 0; k < 3; ++k) {
        if (found.weight[k] == 0.0) continue;
        contact.node[contact.count] = triangle.node[k];
        contact.weight[contact.count++] = found.weight[k];
    }
    out.push_back(contact);
}

// Corners and edges of a box under triangle t. False when there is none.
bool add_box_contacts(const ContactSurface& surface, const ObstacleFrame& frame, Index t,
                      const LocalFace& local, double deepest, const FacePoints& face,
                      std::vector<ObstacleContact>& out)
{
    const double radii = std::max({local.radii[0], local.radii[1], local.radii[2]});
    BoxFeatures features;
    box_features(std::get<BoxShape>(*frame.shape), local.start, kLongestWay * std::min(deepest, 0.0),
                 radii + contact_margin(radii) + 2.0 * local.travel, features);
    bool any = false;
    FaceContact found;
    for (int i = 0; i < features.count; ++i) {
        const BoxFeature& feature = features.item[i];
        if (seen_by_corners(local, feature)) continue;
        found.weight = feature.weight;
        found.feature = feature.feature;
        found.part = 1 + feature.number;
        const double point_radii = dot3(feature.weight, local.radii);
        set_obstacle_contact(frame, feature.point, feature.normal, feature.distance - point_radii,
                             found.contact);
        if (!obstacle_in_reach(frame, found.contact, mix3(feature.weight, face.v), point_radii, local.turned))
            continue;
        const Index edge = feature.feature == 7U ? -1 : edge_of(surface.triangles[at(t)], feature.feature);
        const Span<const Index> around = edge < 0 ? Span<const Index>(&t, 1) : surface.edge_triangles[edge];
        if (faces_away(surface, around, found.contact.normal)) continue;
        any = true;
        add_contact(surface, frame, t, found, out);
    }
    return any;
}

// Can a point of this side be low? phi is convex: it lies above its tangents at the ends.
bool side_may_hang(const LocalFace& local, int k)
{
    const int next = (k + 1) % 3;
    const Vec3 along = local.start[next] - local.start[k];
    const double bound =
        std::max(local.distance[k].phi + std::min(0.0, local.distance[k].normal.dot(along)),
                 local.distance[next].phi - std::max(0.0, local.distance[next].normal.dot(along)));
    return bound < least_corner(local) - kFaceSeen * local.sink;
}

// The lowest point inside the face and those of the sides that this triangle names. False when none may touch.
bool add_low_contacts(const ContactSurface& surface, const ObstacleFrame& frame, Index t,
                      const LocalFace& local, const TriangleDepth& deepest, const FacePoints& face,
                      std::vector<ObstacleContact>& out)
{
    constexpr unsigned kSide[3] = {3U, 6U, 5U};
    const unsigned names = surface.triangles[at(t)].names;
    bool any = false;
    FaceContact found;
    const auto add = [&](const TriangleDepth& low) {
        if (!low_contact(frame, local, low, face, found)) return;
        any = true;
        add_contact(surface, frame, t, found, out);
    };
    for (int k = 0; k < 3; ++k)
        if ((names >> kSide[k] & 1U) != 0U && side_may_hang(local, k))
            add(side_depth(*frame.shape, local.start, k));
    if (deepest.feature == 7U) add(deepest);
    return any;
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
