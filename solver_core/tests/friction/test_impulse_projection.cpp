// The normal and the tangential projection against a slow twin and against Ipopt.

#include "solver_core/friction/impulse_projection.hpp"
#include "solver_core/friction/ipopt_projection.hpp"
#include "solver_core/tests/support/contact_problem.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace stiction {
namespace {

using testing::ContactProblem;
using testing::random_contacts;

Eigen::MatrixXd part_of(const Eigen::MatrixXd& whole, Index first, Index size)
{
    const Index n = static_cast<Index>(whole.cols()) / 3;
    Eigen::MatrixXd part(size * n, size * n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j)
            part.block(size * i, size * j, size, size) =
                whole.block(3 * i + first, 3 * j + first, size, size);
    }
    return part;
}

// Projected gradient on the dense matrix until nothing moves: slow, but with nothing to get wrong.
Eigen::VectorXd slow_projection(const Eigen::MatrixXd& w, const Eigen::VectorXd& b,
                                const std::vector<double>& radius)
{
    const Index size = radius.empty() ? 1 : 2;
    const double length = 1.0 / w.operatorNorm();
    Eigen::VectorXd y = Eigen::VectorXd::Zero(b.size()), ahead = y;
    double momentum = 1.0;
    for (Index k = 0; k < 200000; ++k) {
        Eigen::VectorXd next = ahead - length * (w * ahead + b);
        for (Index c = 0; c < b.size() / size; ++c) {
            if (size == 1) {
                next[c] = std::max(0.0, next[c]);
            } else if (next.segment<2>(2 * c).norm() > radius[c]) {
                next.segment<2>(2 * c) *= radius[c] / next.segment<2>(2 * c).norm();
            }
        }
        const double grown = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
        const bool uphill = (ahead - next).dot(next - y) > 0.0;
        ahead = next + (uphill ? 0.0 : (momentum - 1.0) / grown) * (next - y);
        momentum = uphill ? 1.0 : grown;
        const double moved = (next - y).norm();
        y = next;
        if (k > 100 && moved <= 1e-15 * y.norm()) break;
    }
    return y;
}

TEST(ImpulseProjection, OwnSlowAndIpoptAgreeInVelocities)
{
    for (const Index contacts : {3, 25, 70}) {
        for (std::uint32_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE(std::to_string(contacts) + " contacts, seed " + std::to_string(seed));
            // Seventy contacts on forty nodes: W is singular.
            const ContactProblem p = random_contacts(contacts, 40, 3, 0.5, seed);
            Delassus w;
            w.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::automatic);
            const Eigen::MatrixXd whole = w.to_dense();
            Eigen::VectorXd b_n(contacts), b_t(2 * contacts);
            for (Index c = 0; c < contacts; ++c) {
                const Vec3 q = p.frame[c].transpose() * p.q[c];
                b_n[c] = q[0];
                b_t.segment<2>(2 * c) = q.tail<2>();
            }
            ImpulseProjection projection;
            Eigen::VectorXd y = Eigen::VectorXd::Zero(contacts);
            const Eigen::MatrixXd w_n = part_of(whole, 0, 1), w_t = part_of(whole, 1, 2);
            EXPECT_TRUE(projection.normal(w, b_n, 1e-10, 1.0, y).converged);
            EXPECT_GE(y.minCoeff(), 0.0);
            EXPECT_LT((w_n * (y - slow_projection(w_n, b_n, {}))).norm(), 1e-7);
            std::vector<double> radius;
            for (Index c = 0; c < contacts; ++c) radius.push_back(c % 5 == 0 ? 0.0 : 0.3 * y[c]);
            Eigen::VectorXd z = Eigen::VectorXd::Zero(2 * contacts);
            EXPECT_TRUE(projection.tangential(w, b_t, radius, 1e-10, 1.0, z).converged);
            for (Index c = 0; c < contacts; ++c)
                EXPECT_LE(z.segment<2>(2 * c).norm(), radius[c] * (1.0 + 1e-14));
            EXPECT_LT((w_t * (z - slow_projection(w_t, b_t, radius))).norm(), 1e-7);
            if (!has_ipopt_projection()) continue;
            Eigen::VectorXd other = y;
            ipopt_normal(w, b_n, 1e-10, 1.0, other);
            EXPECT_LT((w_n * (y - other)).norm(), 1e-4);
            other = z;
            ipopt_tangential(w, b_t, radius, 1e-10, 1.0, other);
            EXPECT_LT((w_t * (z - other)).norm(), 1e-4);
        }
    }
}

}  // namespace
}  // namespace stiction
