#pragma once

// Generalised minimal residuals for a system of moderate size that is known only by its products and is close to one:
// A x = b in the space of b, A b, A^2 b, ..., by Arnoldi's orthogonal basis and Givens rotations; not restarted.

#include "solver_core/base/types.hpp"

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace stiction {

class Gmres {
public:
    // x in: any size; out: the solution. `product` writes A in to out. Returns the residual as a share of |b|.
    double solve(const Eigen::VectorXd& b, double tolerance, Index most,
                 const std::function<void(const Eigen::VectorXd& in, Eigen::VectorXd& out)>& product,
                 Eigen::VectorXd& x);
    Index products() const { return products_; }  // of the last solve

private:
    bool rotate(Index k, double least);

    std::vector<Eigen::VectorXd> basis_;
    Eigen::MatrixXd hessenberg_;
    Eigen::VectorXd cosine_, sine_, rest_, weight_;
    Index products_ = 0;
};

}  // namespace stiction
