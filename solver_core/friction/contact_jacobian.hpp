#pragma once

// Relative velocities of contacts from node velocities, u_c = sum_a J_ca v_a, with one 3x3 block a contact and node:
// weights times rotations on smooth surfaces, weight times identity for the contacts of a ContactSet.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <vector>

namespace stiction {

struct ContactJacobian {
    // Nodes and blocks of contact c: entries begin[c] .. begin[c+1]-1.
    std::vector<Index> begin{0};
    std::vector<Index> node;
    std::vector<Mat3> block;  // 1, world axes
    Index nodes = 0;

    Index contacts() const { return static_cast<Index>(begin.size()) - 1; }
    Vec3 velocity(Index c, Span<const Vec3> v) const
    {
        Vec3 u = Vec3::Zero();
        for (Index e = begin[c]; e < begin[c + 1]; ++e) u += block[e] * v[node[e]];
        return u;
    }
};

// From scalar weights.
inline void fill_jacobian(const ContactSet& contacts, Index nodes, ContactJacobian& jacobian)
{
    jacobian.begin = contacts.begin;
    jacobian.node = contacts.node;
    jacobian.nodes = nodes;
    jacobian.block.resize(contacts.weight.size());
    for (std::size_t e = 0; e < contacts.weight.size(); ++e)
        jacobian.block[e] = contacts.weight[e] * Mat3::Identity();
}

// A right-handed frame whose first column is the normal.
inline Mat3 contact_frame(const Vec3& normal)
{
    Index least = 0;
    normal.cwiseAbs().minCoeff(&least);
    Mat3 frame;
    frame.col(0) = normal;
    frame.col(1) = (Vec3::Unit(least) - normal[least] * normal).normalized();
    frame.col(2) = Vec3(normal[1] * frame(2, 1) - normal[2] * frame(1, 1),
                        normal[2] * frame(0, 1) - normal[0] * frame(2, 1),
                        normal[0] * frame(1, 1) - normal[1] * frame(0, 1));
    return frame;
}

}  // namespace stiction
