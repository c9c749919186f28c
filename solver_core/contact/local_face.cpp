#include "solver_core/contact/local_face.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace stiction {
namespace {

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

}  // namespace

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

}  // namespace stiction
