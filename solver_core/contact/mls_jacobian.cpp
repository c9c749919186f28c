#include "solver_core/contact/mls_jacobian.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/math/perpendicular.hpp"

#include <cmath>

namespace stiction {
namespace {

// 1 + cos below which two directions count as opposite: rounding would choose the axis.
constexpr double kOpposite = 1e-20;

}  // namespace

Mat3 minimal_rotation(const Vec3& from, const Vec3& to)
{
    STICTION_ASSERT(std::abs(from.norm() - 1.0) < 1e-6 && std::abs(to.norm() - 1.0) < 1e-6);
    // By the sum of the two: 1 + cos itself would cancel for nearly opposite vectors.
    const Vec3 sum = from + to;
    const double one_plus_cos = 0.5 * sum.squaredNorm();
    if (one_plus_cos < kOpposite) {
        const Vec3 axis = unit_perpendicular(from);
        return 2.0 * axis * axis.transpose() - Mat3::Identity();
    }
    const Vec3 z = from.cross(sum);
    Mat3 cross;
    cross << 0.0, -z[2], z[1], z[2], 0.0, -z[0], -z[1], z[0], 0.0;
    return Mat3::Identity() + cross + cross * cross / one_plus_cos;
}

void mls_jacobian(const MlsSurface& surface, const MlsStencil& stencil, const Vec3& normal,
                  NodeGradient& nodes, MlsJacobian& out)
{
    const MlsSamples& samples = surface.samples();
    number_nodes(surface, stencil, nodes);
    out.node.assign(nodes.node.begin(), nodes.node.end());
    out.block.assign(nodes.node.size(), Mat3::Zero());
    out.weight.assign(nodes.node.size(), 0.0);
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        const auto s = at(stencil.terms[i].sample);
        const double third = stencil.weight[i] / 3.0;
        const Mat3 turned = third * minimal_rotation(samples.normal[s], normal);
        for (int j = 0; j < 3; ++j) {
            const auto slot = at(nodes.slot[at(samples.triangles[s][j])] - 1);
            out.block[slot] += turned;
            out.weight[slot] += third;
        }
    }
    release_nodes(nodes);
}

}  // namespace stiction
