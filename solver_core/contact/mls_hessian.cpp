#include "solver_core/contact/mls_hessian.hpp"

#include "solver_core/base/assert.hpp"

#include <Eigen/Geometry>

namespace stiction {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Sums6 = Eigen::Matrix<double, 6, kMlsSums>;

// f_s with the coefficients of the stencil: p and m with their derivatives.
struct TermFunction {
    double p, p1, p2, m1, m2;
    TermFunction(const MlsStencil& s, const MlsTerm& t)
    {
        const double N = s.first[kSumN], W = s.first[kSumW], V = s.first[kSumV], M = s.first[kSumM],
                     B = s.first[kSumB];
        p = N * t.k.value + M * t.b.value;
        p1 = N * t.k.first + M * t.b.first;
        p2 = N * t.k.second + M * t.b.second;
        m1 = W * t.k.first + V * t.c.first + B * t.b.first;
        m2 = W * t.k.second + V * t.c.second + B * t.b.second;
    }
};

Mat6 term_hessian(const MlsStencil& s, const MlsTerm& t, const Vec3& n)
{
    const TermFunction f(s, t);
    const double g = t.gradient_q;
    Mat6 h = Mat6::Zero();
    h.topLeftCorner<3, 3>() = ((f.p2 * t.psi + f.m2) * g * g) * t.d * t.d.transpose() +
                              (f.p1 * g) * (t.d * n.transpose() + n * t.d.transpose());
    h.topLeftCorner<3, 3>().diagonal().array() += (f.p1 * t.psi + f.m1) * g;
    h.topRightCorner<3, 3>() = (f.p1 * g) * t.d * t.d.transpose();
    h.topRightCorner<3, 3>().diagonal().array() += f.p;
    h.bottomLeftCorner<3, 3>() = h.topRightCorner<3, 3>().transpose();
    return h;
}

// Gradients of the five sums in (d, n) of one term.
Sums6 sum_gradients(const MlsTerm& t, const Vec3& n)
{
    Sums6 g = Sums6::Zero();
    const Vec3 dq = t.gradient_q * t.d;
    g.block<3, 1>(0, kSumN) = t.k.first * t.psi * dq + t.k.value * n;
    g.block<3, 1>(3, kSumN) = t.k.value * t.d;
    g.block<3, 1>(0, kSumW) = t.k.first * dq;
    g.block<3, 1>(0, kSumV) = t.c.first * dq;
    g.block<3, 1>(0, kSumM) = t.b.first * t.psi * dq + t.b.value * n;
    g.block<3, 1>(3, kSumM) = t.b.value * t.d;
    g.block<3, 1>(0, kSumB) = t.b.first * dq;
    return g;
}

using Coupling = Eigen::Matrix<double, kMlsSums, kMlsSums>;
Coupling coupling(const MlsStencil& s)
{
    Coupling c;
    for (int i = 0; i < kMlsSums; ++i)
        for (int j = 0; j < kMlsSums; ++j) c(i, j) = s.second[i][j];
    return c;
}

// T_j = d n / d p_j.
Mat3 normal_derivative(const MlsSamples& samples, Index s, int corner)
{
    Mat3 derivative;
    Vec3 move[3];
    for (int axis = 0; axis < 3; ++axis) {
        for (int j = 0; j < 3; ++j) move[j] = j == corner ? Vec3(Vec3::Unit(axis)) : Vec3(Vec3::Zero());
        derivative.col(axis) = normal_product(samples, s, move[0], move[1], move[2]);
    }
    return derivative;
}

// D_s.
Eigen::Matrix<double, 6, 12> term_jacobian(const MlsSamples& samples, Index s)
{
    Eigen::Matrix<double, 6, 12> d = Eigen::Matrix<double, 6, 12>::Zero();
    d.block<3, 3>(0, 0).setIdentity();
    for (int j = 0; j < 3; ++j) {
        d.block<3, 3>(0, 3 + 3 * j).diagonal().array() = -1.0 / 3.0;
        d.block<3, 3>(3, 3 + 3 * j) = normal_derivative(samples, s, j);
    }
    return d;
}

}  // namespace

Mat3 mls_point_hessian(const MlsSurface& surface, const MlsStencil& stencil)
{
    Mat3 h = Mat3::Zero();
    Eigen::Matrix<double, 3, kMlsSums> sums = Eigen::Matrix<double, 3, kMlsSums>::Zero();
    for (const MlsTerm& t : stencil.terms) {
        const Vec3& n = surface.samples().normal[at(t.sample)];
        h += term_hessian(stencil, t, n).topLeftCorner<3, 3>();
        sums += sum_gradients(t, n).topRows<3>();
    }
    return h + sums * coupling(stencil) * sums.transpose();
}

void mls_hessian(const MlsSurface& surface, const MlsStencil& stencil, double lambda, NodeGradient& nodes,
                 Eigen::MatrixXd& block)
{
    const MlsSamples& samples = surface.samples();
    number_nodes(surface, stencil, nodes);
    const auto size = static_cast<Eigen::Index>(3 + 3 * nodes.node.size());
    block.setZero(size, size);
    Eigen::Matrix<double, Eigen::Dynamic, kMlsSums> sums =
        Eigen::Matrix<double, Eigen::Dynamic, kMlsSums>::Zero(size, kMlsSums);
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        const MlsTerm& t = stencil.terms[i];
        const Vec3& n = samples.normal[at(t.sample)];
        const Eigen::Matrix<double, 6, 12> d = term_jacobian(samples, t.sample);
        Eigen::Matrix<double, 12, 12> h = d.transpose() * term_hessian(stencil, t, n) * d;
        h.bottomRightCorner<9, 9>() += normal_hessian(samples, t.sample, stencil.d_normal[i]);
        const Eigen::Matrix<double, 12, kMlsSums> g = d.transpose() * sum_gradients(t, n);
        Eigen::Index place[4] = {0, 0, 0, 0};
        for (int j = 0; j < 3; ++j) place[j + 1] = 3 * nodes.slot[at(samples.triangles[at(t.sample)][j])];
        for (int a = 0; a < 4; ++a) {
            sums.middleRows<3>(place[a]) += g.middleRows<3>(3 * a);
            for (int b = 0; b < 4; ++b) block.block<3, 3>(place[a], place[b]) += h.block<3, 3>(3 * a, 3 * b);
        }
    }
    block.noalias() += sums * coupling(stencil) * sums.transpose();
    block *= lambda;
    release_nodes(nodes);
}

void mls_hessian_product(const MlsSurface& surface, const MlsStencil& stencil, double lambda,
                         const Vec3& move_x, Span<const Vec3> move, NodeGradient& nodes, Vec3& product_x,
                         Vec3Array& product)
{
    const MlsSamples& samples = surface.samples();
    number_nodes(surface, stencil, nodes);
    STICTION_ASSERT(move.size() == nodes.node.size());
    auto corner_move = [&](Index s, int j) -> const Vec3& {
        return move[at(nodes.slot[at(samples.triangles[at(s)][j])] - 1)];
    };
    auto term_move = [&](Index s) {
        const Vec3 &a = corner_move(s, 0), &b = corner_move(s, 1), &c = corner_move(s, 2);
        Vec6 local;
        local.head<3>() = move_x - (a + b + c) / 3.0;
        local.tail<3>() = normal_product(samples, s, a, b, c);
        return local;
    };
    Eigen::Matrix<double, kMlsSums, 1> change = Eigen::Matrix<double, kMlsSums, 1>::Zero();
    for (const MlsTerm& t : stencil.terms)
        change += sum_gradients(t, samples.normal[at(t.sample)]).transpose() * term_move(t.sample);
    const Eigen::Matrix<double, kMlsSums, 1> pull = coupling(stencil) * change;
    product_x.setZero();
    product.assign(nodes.node.size(), Vec3::Zero());
    for (std::size_t i = 0; i < stencil.terms.size(); ++i) {
        const MlsTerm& t = stencil.terms[i];
        const Vec3& n = samples.normal[at(t.sample)];
        const Vec6 local =
            lambda * (term_hessian(stencil, t, n) * term_move(t.sample) + sum_gradients(t, n) * pull);
        product_x += local.head<3>();
        Vec3 from_normal[3];
        normal_transpose_product(samples, t.sample, local.tail<3>(), from_normal);
        Eigen::Matrix<double, 9, 1> corners;
        for (int j = 0; j < 3; ++j) corners.segment<3>(3 * j) = corner_move(t.sample, j);
        const Eigen::Matrix<double, 9, 1> bent =
            lambda * (normal_hessian(samples, t.sample, stencil.d_normal[i]) * corners);
        for (int j = 0; j < 3; ++j)
            product[at(nodes.slot[at(samples.triangles[at(t.sample)][j])] - 1)] +=
                from_normal[j] - local.head<3>() / 3.0 + bent.segment<3>(3 * j);
    }
    release_nodes(nodes);
}

}  // namespace stiction
