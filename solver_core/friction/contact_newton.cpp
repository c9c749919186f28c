#include "solver_core/friction/contact_newton.hpp"

namespace stiction {
namespace {

// Contacts that share all their nodes make G singular; this share of its mean diagonal keeps the factors usable.
// Impulses enter as corrections, so it slows the last digits and does not bend the answer.
constexpr double kShift = 1e-8;

// |u_T|/(mu r_N) over the response of all contacts together, above which the direction of slip is taken as given.
constexpr double kFastSlip = 100.0;

// What the local law makes of the friction impulse at these velocities.
struct SlipLaw {
    Vec3 t, target;
    double limit, length;  // mu r_N in N s; |y| in m/s
};

SlipLaw slip_law(const Vec3& n, double mu, double w, const Vec3& u, const Vec3& r)
{
    const double r_n = r.dot(n);
    const Vec3 y = w * (r - r_n * n) - (u - u.dot(n) * n);
    const double length = y.norm();
    const Vec3 t = length > 0.0 ? Vec3(y / length) : Vec3::Zero();
    const double limit = mu * std::max(0.0, r_n);
    return {t, limit * t, limit, length};
}

}  // namespace

void ContactNewton::sort(const ContactSet& contacts, const Eigen::MatrixXd& g,
                         const std::vector<ContactMode>& mode)
{
    stick_.clear();
    slip_.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (g(c, c) == 0.0 || mode[c] == ContactMode::take_off) continue;
        (mode[c] == ContactMode::stick ? stick_ : slip_).push_back(c);
    }
}

void ContactNewton::add_directions(const ContactSet& contacts, const Eigen::MatrixXd& g, Index slip,
                                   const Eigen::MatrixX3d& u, const Vec3& impulse)
{
    const Index c = slip_[slip];
    const Vec3& n = contacts.normal[c];
    const SlipLaw law = slip_law(n, contacts.mu[c], g(c, c), u.row(c), impulse);
    directions_.push_back({slip, n + contacts.mu[c] * law.t, n, 0.0, false});
    if (!(law.limit > 0.0) || law.t.isZero(0.0)) return;
    const double stiffness = std::max(0.0, law.length / law.limit - g(c, c));
    if (stiffness > kFastSlip * g.col(c).sum()) return;
    const Vec3 b = n.cross(law.t);
    directions_.push_back({slip, b, b, stiffness, true});
}

bool ContactNewton::factorize(const Eigen::MatrixXd& g)
{
    const auto sticks = static_cast<Index>(stick_.size()), slips = static_cast<Index>(slip_.size());
    const double shift = kShift * g.diagonal().mean();
    h_.resize(slips, slips);
    for (Index j = 0; j < slips; ++j)
        for (Index i = 0; i < slips; ++i) h_(i, j) = g(slip_[i], slip_[j]);
    if (sticks > 0) {
        g_ss_.resize(sticks, sticks);
        g_sp_.resize(sticks, slips);
        for (Index j = 0; j < sticks; ++j)
            for (Index i = 0; i < sticks; ++i) g_ss_(i, j) = g(stick_[i], stick_[j]) + (i == j ? shift : 0.0);
        for (Index j = 0; j < slips; ++j)
            for (Index i = 0; i < sticks; ++i) g_sp_(i, j) = g(stick_[i], slip_[j]);
        stick_factor_.compute(g_ss_);
        if (stick_factor_.info() != Eigen::Success) return false;
        y_ = g_sp_;
        stick_factor_.solveInPlace(y_);
        h_.noalias() -= g_sp_.transpose() * y_;
    }
    const auto size = static_cast<Index>(directions_.size());
    matrix_.resize(size, size);
    for (Index l = 0; l < size; ++l) {
        const Direction& column = directions_[l];
        for (Index k = 0; k < size; ++k)
            matrix_(k, l) = directions_[k].row.dot(column.column) * h_(directions_[k].slip, column.slip);
        matrix_(l, l) += column.stiffness + shift;
    }
    if (size > 0) slip_factor_.compute(matrix_);
    return true;
}

void ContactNewton::solve(const ContactSet& contacts, const Eigen::MatrixXd& g, const Eigen::MatrixX3d& u,
                          const std::vector<Vec3>& impulse)
{
    const auto sticks = static_cast<Index>(stick_.size()), slips = static_cast<Index>(slip_.size());
    // What each slipping contact lacks to its limit goes in first, as if it had been there all along.
    dr_p_.resize(slips, 3);
    for (const Direction& d : directions_) {
        if (d.across) continue;
        const Index c = slip_[d.slip];
        const Vec3& n = contacts.normal[c];
        const SlipLaw law = slip_law(n, contacts.mu[c], g(c, c), u.row(c), impulse[c]);
        const Vec3 t = d.column - n;  // mu t of the factors
        const Vec3 lack = law.target - (impulse[c] - impulse[c].dot(n) * n);
        const double t2 = t.squaredNorm();
        const Vec3 first = t2 > 0.0 ? Vec3((lack.dot(t) / t2) * t) : lack;
        dr_p_.row(d.slip) = first.transpose();
    }
    z_.resize(sticks, 3);
    for (Index i = 0; i < sticks; ++i) z_.row(i) = u.row(stick_[i]);
    if (sticks > 0) stick_factor_.solveInPlace(z_);

    rhs_.resize(static_cast<Index>(directions_.size()));
    for (std::size_t k = 0; k < directions_.size(); ++k) {
        const Direction& d = directions_[k];
        const Index c = slip_[d.slip];
        Eigen::RowVector3d there = u.row(c) + h_.row(d.slip) * dr_p_;
        if (sticks > 0) there -= g_sp_.col(d.slip).transpose() * z_;
        rhs_[static_cast<Index>(k)] = -there.dot(d.row.transpose());
        if (!d.across) continue;
        const SlipLaw law = slip_law(contacts.normal[c], contacts.mu[c], g(c, c), u.row(c), impulse[c]);
        const Vec3 lack = law.target - impulse[c];
        rhs_[static_cast<Index>(k)] +=
            u.row(c).dot(d.row.transpose()) + d.row.dot(lack) * (d.stiffness + g(c, c));
    }
    answer_.resize(rhs_.size());
    if (rhs_.size() > 0) answer_.noalias() = slip_factor_.solve(rhs_);
    for (std::size_t k = 0; k < directions_.size(); ++k)
        dr_p_.row(directions_[k].slip) += answer_[static_cast<Index>(k)] * directions_[k].column.transpose();
    if (sticks > 0) z_.noalias() += y_ * dr_p_;
}

bool ContactNewton::find(const ContactSet& contacts, const Eigen::MatrixXd& g,
                         const std::vector<ContactMode>& mode, const Eigen::MatrixX3d& u,
                         const std::vector<Vec3>& impulse)
{
    if (!is_worn(mode)) {
        mode_.clear();
        sort(contacts, g, mode);
        directions_.clear();
        for (std::size_t p = 0; p < slip_.size(); ++p)
            add_directions(contacts, g, static_cast<Index>(p), u, impulse[slip_[p]]);
        if (!factorize(g)) return false;
        mode_ = mode;
    }
    solve(contacts, g, u, impulse);
    if (!z_.allFinite() || !dr_p_.allFinite()) return false;
    dr_.setZero(contacts.size(), 3);
    for (std::size_t i = 0; i < stick_.size(); ++i) dr_.row(stick_[i]) = -z_.row(static_cast<Index>(i));
    for (std::size_t j = 0; j < slip_.size(); ++j) dr_.row(slip_[j]) = dr_p_.row(static_cast<Index>(j));
    du_.resize(contacts.size(), 3);
    for (Index k = 0; k < 3; ++k) du_.col(k).noalias() = g * dr_.col(k);
    return true;
}

void ContactNewton::apply(double share, Eigen::MatrixX3d& u, std::vector<Vec3>& impulse) const
{
    u += share * du_;
    for (std::size_t c = 0; c < impulse.size(); ++c)
        impulse[c] += share * dr_.row(static_cast<Index>(c)).transpose();
}

}  // namespace stiction
