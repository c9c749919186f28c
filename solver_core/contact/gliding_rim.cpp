#include "solver_core/contact/gliding_rim.hpp"

#include "solver_core/contact/pair_radii.hpp"
#include "solver_core/contact/proximity.hpp"
#include "solver_core/contact/touching_normal.hpp"

#include <cmath>

namespace stiction {
namespace {

constexpr double kHit = 0.5;

}  // namespace

void let_glide(const ContactGeometry& g, const ContactSurface& s, PairContact& out)
{
    const Index* node = out.node;
    Vec3 path = Vec3::Zero();
    for (int k = 0; k < 4; ++k) path += s.step * out.weight[k] * s.carried_velocity(node[k]);
    if (out.normal.dot(path) >= 0.0) return;
    const Vec3& start = s.x[at(node[0])];
    const SegmentTriangle pass =
        closest_segment_triangle(start, start + path, s.x[at(node[1])], s.x[at(node[2])], s.x[at(node[3])]);
    PairContact glide = out;
    for (int k = 0; k < 3; ++k) glide.weight[k + 1] = -pass.weight[k];
    const double radii = vertex_face_radii(g, s, glide).sum;
    const double length = std::sqrt(pass.distance2);
    if (length < kTouching || length < kHit * radii) return;
    glide.point = pass.point_triangle;
    glide.normal = (pass.point_segment - pass.point_triangle) / length;
    glide.distance = glide.normal.dot(start - pass.point_triangle);
    glide.gap = glide.distance - radii;
    out = glide;
}

}  // namespace stiction
