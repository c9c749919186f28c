#include "solver_core/contact/low_points.hpp"

namespace stiction {
namespace {

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

}  // namespace

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

}  // namespace stiction
