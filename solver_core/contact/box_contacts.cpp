#include "solver_core/contact/box_contacts.hpp"

#include "solver_core/contact/box_features.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Do the corners of the face around this point already hold off what the feature would?
bool seen_by_corners(const LocalFace& local, const BoxFeature& found)
{
    for (int k = 0; k < 3; ++k)
        if (found.weight[k] > 0.0 && (found.normal.dot(local.distance[k].normal) < kSameDirection ||
                                      local.distance[k].phi - found.distance > local.sink))
            return false;
    return true;
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

}  // namespace

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

}  // namespace stiction
