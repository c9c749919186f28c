// The operator W = J M^-1 J^T in all its forms against the dense one.

#include "solver_core/friction/delassus.hpp"
#include "solver_core/tests/support/contact_problem.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace stiction {
namespace {

using testing::ContactProblem;
using testing::random_contacts;

TEST(Delassus, AllFormsAreTheDenseOne)
{
    for (const Index contacts : {1, 20, 60}) {
        const ContactProblem p = random_contacts(contacts, 40, 4, 0.5, 5);
        Delassus sparse, dense, none, called;
        sparse.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::sparse);
        dense.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::dense);
        none.build(p.jacobian, p.frame, p.inverse_mass, DelassusStorage::none);
        const InverseMass lumped = [&](Span<Vec3> b) {
            for (std::size_t a = 0; a < b.size(); ++a) b[a] *= p.inverse_mass[a];
        };
        called.build(p.jacobian, p.frame, lumped);
        const Eigen::MatrixXd whole = none.to_dense();
        std::srand(1);
        const Eigen::VectorXd r = Eigen::VectorXd::Random(3 * contacts),
                              part = Eigen::VectorXd::Random(2 * contacts);
        Eigen::VectorXd mixed = Eigen::VectorXd::Zero(3 * contacts), u;
        for (Index c = 0; c < contacts; ++c) mixed.segment<2>(3 * c + 1) = part.segment<2>(2 * c);
        const Eigen::VectorXd mixed_u = whole * mixed;
        EXPECT_LT((whole - whole.transpose()).norm(), 1e-14 * whole.norm());
        for (const Delassus* w : {&sparse, &dense, &none, &called}) {
            w->apply(r, u);
            EXPECT_LT((u - whole * r).norm(), 1e-13 * u.norm());
            w->apply_part(1, 2, part, u);
            for (Index c = 0; c < contacts; ++c) {
                EXPECT_LT((u.segment<2>(2 * c) - mixed_u.segment<2>(3 * c + 1)).norm(),
                          1e-13 * mixed_u.norm());
                EXPECT_LT((w->diagonal(c) - whole.block<3, 3>(3 * c, 3 * c)).norm(), 1e-13);
            }
            Delassus::Motion motion;
            w->start(r, motion);
            w->change(contacts / 2, Vec3(1.0, -2.0, 0.5), motion);
            Eigen::VectorXd changed = r;
            changed.segment<3>(3 * (contacts / 2)) += Vec3(1.0, -2.0, 0.5);
            const Eigen::VectorXd expected = whole * changed;
            for (Index c = 0; c < contacts; ++c)
                EXPECT_LT((w->velocity(c, motion) - expected.segment<3>(3 * c)).norm(),
                          1e-12 * expected.norm());
        }
    }
}

}  // namespace
}  // namespace stiction
