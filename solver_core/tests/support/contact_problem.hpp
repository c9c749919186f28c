#pragma once

// Friction problems: a node on a slope; random contacts whose 3x3 blocks are weights times rotations on a few nodes each.

#include "solver_core/friction/contact_jacobian.hpp"
#include "solver_core/friction/staggered_projections.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <random>
#include <vector>

namespace stiction::testing {

struct ContactProblem {
    ContactJacobian jacobian;
    std::vector<Mat3> frame;
    std::vector<double> mu;
    std::vector<Vec3> q;
    std::vector<double> inverse_mass;

    StaggeredProblem problem() const
    {
        StaggeredProblem p;
        p.jacobian = &jacobian;
        p.frame = frame;
        p.mu = mu;
        p.q = q;
        p.inverse_mass = inverse_mass;
        return p;
    }
    Index contacts() const { return jacobian.contacts(); }
};

// A node of mass m on a slope, pulled by gravity for one step.
inline ContactProblem on_slope(double angle, double mu, double mass, double fall)
{
    ContactProblem p;
    p.jacobian.nodes = 1;
    p.jacobian.node = {0};
    p.jacobian.block = {Mat3::Identity()};
    p.jacobian.begin = {0, 1};
    p.frame = {contact_frame(Vec3(-std::sin(angle), 0.0, std::cos(angle)))};
    p.mu = {mu};
    p.q = {Vec3(0.0, 0.0, -fall)};
    p.inverse_mass = {1.0 / mass};
    return p;
}

// `contacts` contacts of `width` nodes each among `nodes` nodes of which some are held; normals near z. More contacts than
// nodes make W singular. The velocities without contact impulses are those of nodes that fall and slide.
inline ContactProblem random_contacts(Index contacts, Index nodes, Index width, double mu, std::uint32_t seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    std::uniform_int_distribution<Index> pick(0, nodes - 1);
    ContactProblem p;
    p.jacobian.nodes = nodes;
    Vec3Array v;
    for (Index a = 0; a < nodes; ++a) {
        p.inverse_mass.push_back(a % 11 == 10 ? 0.0 : 1.0 / (1.0 + 0.5 * value(random)));
        v.push_back(Vec3(value(random), value(random), -1.0 + 0.5 * value(random)));
    }
    for (Index c = 0; c < contacts; ++c) {
        const Index first = pick(random);
        for (Index k = 0; k < width; ++k) {
            const Vec3 axis = Vec3(value(random), value(random), value(random)).normalized();
            const Mat3 turn = Eigen::AngleAxisd(0.3 * value(random), axis).toRotationMatrix();
            p.jacobian.node.push_back((first + k) % nodes);
            p.jacobian.block.push_back((k == 0 ? 1.0 : -0.5 / static_cast<double>(width)) * turn);
        }
        p.jacobian.begin.push_back(static_cast<Index>(p.jacobian.node.size()));
        p.frame.push_back(contact_frame(Vec3(0.3 * value(random), 0.3 * value(random), 1.0).normalized()));
        p.mu.push_back(mu);
        p.q.push_back(p.jacobian.velocity(c, v) + 0.05 * (1.0 + value(random)) * p.frame.back().col(0));
    }
    return p;
}

}  // namespace stiction::testing
