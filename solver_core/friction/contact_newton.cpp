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

// Arm of one part of a body's turn, crossed with a row of three.
Vec3 cross_rows(const Eigen::MatrixXd& arms, Index row, Index part, const Eigen::MatrixX3d& with)
{
    return Vec3(arms.block<1, 3>(row, part).transpose()).cross(Vec3(with.row(row).transpose()));
}

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

void ContactNewton::sort(const ContactSet& contacts, const ContactResponse& response,
                         const std::vector<ContactMode>& mode)
{
    stick_.clear();
    slip_.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (response.own[c] == 0.0 || mode[c] == ContactMode::take_off) continue;
        (mode[c] == ContactMode::stick ? stick_ : slip_).push_back(c);
    }
}

void ContactNewton::add_directions(const ContactSet& contacts, const ContactResponse& response, Index slip,
                                   const Eigen::MatrixX3d& u, const Vec3& impulse)
{
    const Index c = slip_[slip];
    const Vec3& n = contacts.normal[c];
    const SlipLaw law = slip_law(n, contacts.mu[c], response.own[c], u.row(c), impulse);
    directions_.push_back({slip, n + contacts.mu[c] * law.t, n, 0.0, false});
    if (!(law.limit > 0.0) || law.t.isZero(0.0)) return;
    const double stiffness = std::max(0.0, law.length / law.limit - response.own[c]);
    if (stiffness > kFastSlip * response.g.col(c).sum()) return;
    const Vec3 b = n.cross(law.t);
    directions_.push_back({slip, b, b, stiffness, true});
}

void ContactNewton::gather_arms(const ContactResponse& response, const std::vector<Index>& of,
                                Eigen::MatrixXd& arms) const
{
    arms.setZero(static_cast<Index>(of.size()), 6 * static_cast<Index>(response.bodies.size()));
    for (std::size_t i = 0; i < of.size(); ++i)
        for (Index k = response.arm_begin[of[i]]; k < response.arm_begin[of[i] + 1]; ++k) {
            const ContactResponse::Arm& arm = response.arms[k];
            const double scale = turn_scale_[arm.body];
            arms.block<1, 3>(static_cast<Index>(i), 6 * arm.body) = scale * arm.rho.transpose();
            arms.block<1, 3>(static_cast<Index>(i), 6 * arm.body + 3) = scale * arm.zeta.transpose();
        }
}

// Turns are counted so that a body's inertia has the size of G, whatever the units make of the two.
void ContactNewton::scale_turns(const ContactResponse& response)
{
    turn_scale_.clear();
    for (const ContactResponse::Body& body : response.bodies)
        turn_scale_.push_back(std::sqrt(3.0 * response.g.diagonal().mean() / body.inertia.trace()));
}

// The turns' rows and columns, after those of the directions.
void ContactNewton::add_turns(const ContactResponse& response)
{
    const auto first = static_cast<Index>(directions_.size());
    const auto parts = 2 * static_cast<Index>(response.bodies.size());  // a and b of every body
    for (Index k = 0; k < first; ++k)
        for (Index part = 0; part < parts; ++part) {
            const Vec3 arm = arm_p_.block<1, 3>(directions_[k].slip, 3 * part).transpose();
            matrix_.block<1, 3>(k, first + 3 * part) = arm.cross(directions_[k].row).transpose();
            matrix_.block<3, 1>(first + 3 * part, k) = arm.cross(directions_[k].column);
        }
    // sum_c f_c x (w x g_c) = (tr F - F^T) w with F = sum_c f_c g_c^T
    arm_product_.noalias() = arm_s_.transpose() * arm_y_;
    for (Index p = 0; p < parts; ++p)
        for (Index q = 0; q < parts; ++q) {
            const Mat3 block = arm_product_.block<3, 3>(3 * p, 3 * q);
            matrix_.block<3, 3>(first + 3 * p, first + 3 * q) =
                block.transpose() - block.trace() * Mat3::Identity();
        }
    for (std::size_t body = 0; body < response.bodies.size(); ++body) {
        const ContactResponse::Body& data = response.bodies[body];
        const Index at = first + 6 * static_cast<Index>(body);
        const Mat3 inertia = turn_scale_[body] * turn_scale_[body] * data.inertia;
        matrix_.block<3, 3>(at, at + 3) += inertia;
        matrix_.block<3, 3>(at + 3, at) += inertia;
        matrix_.block<3, 3>(at + 3, at + 3) += inertia * data.both * data.inertia;
    }
}

bool ContactNewton::factorize(const ContactResponse& response)
{
    const auto sticks = static_cast<Index>(stick_.size()), slips = static_cast<Index>(slip_.size());
    const Eigen::MatrixXd& g = response.g;
    const double shift = kShift * g.diagonal().mean();
    h_.resize(slips, slips);
    for (Index j = 0; j < slips; ++j)
        for (Index i = 0; i < slips; ++i) h_(i, j) = g(slip_[i], slip_[j]);
    scale_turns(response);
    gather_arms(response, stick_, arm_s_);
    gather_arms(response, slip_, arm_p_);
    arm_y_ = arm_s_;
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
        // Eigen takes the address of a first entry even where there is none.
        if (slips > 0) stick_factor_.solveInPlace(y_);
        if (arm_y_.cols() > 0) stick_factor_.solveInPlace(arm_y_);
        h_.noalias() -= g_sp_.transpose() * y_;
        arm_p_.noalias() -= g_sp_.transpose() * arm_y_;
    }
    const auto count = static_cast<Index>(directions_.size());
    const Index size = count + static_cast<Index>(arm_s_.cols());
    matrix_.resize(size, size);
    for (Index l = 0; l < count; ++l) {
        const Direction& column = directions_[l];
        for (Index k = 0; k < count; ++k)
            matrix_(k, l) = directions_[k].row.dot(column.column) * h_(directions_[k].slip, column.slip);
        matrix_(l, l) += column.stiffness + shift;
    }
    add_turns(response);
    if (size > 0) slip_factor_.compute(matrix_);
    return true;
}

void ContactNewton::solve(const ContactSet& contacts, const ContactResponse& response,
                          const Eigen::MatrixX3d& u, const std::vector<Vec3>& impulse)
{
    const auto sticks = static_cast<Index>(stick_.size()), slips = static_cast<Index>(slip_.size());
    // What each slipping contact lacks to its limit goes in first, as if it had been there all along.
    dr_p_.resize(slips, 3);
    for (const Direction& d : directions_) {
        if (d.across) continue;
        const Index c = slip_[d.slip];
        const Vec3& n = contacts.normal[c];
        const SlipLaw law = slip_law(n, contacts.mu[c], response.own[c], u.row(c), impulse[c]);
        const Vec3 t = d.column - n;  // mu t of the factors
        const Vec3 lack = law.target - (impulse[c] - impulse[c].dot(n) * n);
        const double t2 = t.squaredNorm();
        const Vec3 first = t2 > 0.0 ? Vec3((lack.dot(t) / t2) * t) : lack;
        dr_p_.row(d.slip) = first.transpose();
    }
    z_.resize(sticks, 3);
    for (Index i = 0; i < sticks; ++i) z_.row(i) = u.row(stick_[i]);
    if (sticks > 0) stick_factor_.solveInPlace(z_);

    const auto count = static_cast<Index>(directions_.size());
    const Index turns = static_cast<Index>(arm_s_.cols());
    rhs_.resize(count + turns);
    for (Index part = 0; part < turns; part += 3) {
        Vec3 sum = Vec3::Zero();
        for (Index i = 0; i < sticks; ++i) sum += cross_rows(arm_s_, i, part, z_);
        for (Index j = 0; j < slips; ++j) sum -= cross_rows(arm_p_, j, part, dr_p_);
        rhs_.segment<3>(count + part) = sum;
    }
    for (std::size_t k = 0; k < directions_.size(); ++k) {
        const Direction& d = directions_[k];
        const Index c = slip_[d.slip];
        Eigen::RowVector3d there = u.row(c) + h_.row(d.slip) * dr_p_;
        if (sticks > 0) there -= g_sp_.col(d.slip).transpose() * z_;
        rhs_[static_cast<Index>(k)] = -there.dot(d.row.transpose());
        if (!d.across) continue;
        const SlipLaw law =
            slip_law(contacts.normal[c], contacts.mu[c], response.own[c], u.row(c), impulse[c]);
        const Vec3 lack = law.target - impulse[c];
        rhs_[static_cast<Index>(k)] +=
            u.row(c).dot(d.row.transpose()) + d.row.dot(lack) * (d.stiffness + response.own[c]);
    }
    answer_.resize(rhs_.size());
    if (rhs_.size() > 0) answer_.noalias() = slip_factor_.solve(rhs_);
    for (std::size_t k = 0; k < directions_.size(); ++k)
        dr_p_.row(directions_[k].slip) += answer_[static_cast<Index>(k)] * directions_[k].column.transpose();
    if (sticks > 0) z_.noalias() += y_ * dr_p_;
    for (Index part = 0; part < turns; part += 3) {
        const Vec3 turn = answer_.segment<3>(count + part);
        for (Index i = 0; i < sticks; ++i)
            z_.row(i) += turn.cross(Vec3(arm_y_.block<1, 3>(i, part).transpose())).transpose();
    }
}

bool ContactNewton::find(const ContactSet& contacts, const ContactResponse& response,
                         const std::vector<ContactMode>& mode, const Eigen::MatrixX3d& u,
                         const std::vector<Vec3>& impulse)
{
    if (!is_worn(mode)) {
        mode_.clear();
        sort(contacts, response, mode);
        directions_.clear();
        for (std::size_t p = 0; p < slip_.size(); ++p)
            add_directions(contacts, response, static_cast<Index>(p), u, impulse[slip_[p]]);
        if (!factorize(response)) return false;
        mode_ = mode;
    }
    solve(contacts, response, u, impulse);
    if (!z_.allFinite() || !dr_p_.allFinite()) return false;
    dr_.setZero(contacts.size(), 3);
    for (std::size_t i = 0; i < stick_.size(); ++i) dr_.row(stick_[i]) = -z_.row(static_cast<Index>(i));
    for (std::size_t j = 0; j < slip_.size(); ++j) dr_.row(slip_[j]) = dr_p_.row(static_cast<Index>(j));
    du_.resize(contacts.size(), 3);
    for (Index k = 0; k < 3; ++k) du_.col(k).noalias() = response.g * dr_.col(k);
    turns_.assign(response.bodies.size(), BodyTurn{});
    for (Index c = 0; c < contacts.size(); ++c) response.turn(c, dr_.row(c).transpose(), turns_);
    for (Index c = 0; c < contacts.size(); ++c)
        du_.row(c) += response.velocity_of_turns(c, turns_).transpose();
    return true;
}

void ContactNewton::apply(double share, Eigen::MatrixX3d& u, std::vector<Vec3>& impulse) const
{
    u += share * du_;
    for (std::size_t c = 0; c < impulse.size(); ++c)
        impulse[c] += share * dr_.row(static_cast<Index>(c)).transpose();
}

}  // namespace stiction
