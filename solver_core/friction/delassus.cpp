#include "solver_core/friction/delassus.hpp"

#include "solver_core/base/assert.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Pairs of contacts, counted twice, up to which W is stored: 72 bytes each.
constexpr double kMostPairs = 4e6;

}  // namespace

void Delassus::build(const ContactJacobian& jacobian, Span<const Mat3> frame, Span<const double> inverse_mass,
                     DelassusStorage storage)
{
    STICTION_ASSERT(frame.size() == static_cast<std::size_t>(jacobian.contacts()));
    STICTION_ASSERT(inverse_mass.size() == static_cast<std::size_t>(jacobian.nodes));
    jacobian_ = &jacobian;
    frame_ = frame;
    inverse_mass_ = inverse_mass;
    const Index count = jacobian.contacts();
    diagonal_.resize(static_cast<std::size_t>(count));
    for (Index c = 0; c < count; ++c) {
        Mat3 sum = Mat3::Zero();
        for (Index e = jacobian.begin[c]; e < jacobian.begin[c + 1]; ++e)
            sum += inverse_mass[jacobian.node[e]] * jacobian.block[e] * jacobian.block[e].transpose();
        diagonal_[c] = frame[c].transpose() * sum * frame[c];
    }
    v_.assign(static_cast<std::size_t>(jacobian.nodes), Vec3::Zero());
    storage_ = storage;
    if (storage == DelassusStorage::none) return;
    collect_pairs();
    if (storage != DelassusStorage::dense) return;
    dense_.resize(0, 0);
    dense_ = to_dense();
}

// For every contact the others that share a node of finite mass with it, in order, and their blocks.
void Delassus::collect_pairs()
{
    const ContactJacobian& j = *jacobian_;
    const Index count = j.contacts();
    node_begin_.assign(static_cast<std::size_t>(j.nodes) + 1, 0);
    for (const Index a : j.node) ++node_begin_[a + 1];
    double pairs = 0.0;
    for (Index a = 0; a < j.nodes; ++a) {
        if (inverse_mass_[a] > 0.0) pairs += static_cast<double>(node_begin_[a + 1]) * node_begin_[a + 1];
    }
    if (storage_ == DelassusStorage::automatic && pairs > kMostPairs) {
        storage_ = DelassusStorage::none;
        return;
    }
    if (storage_ == DelassusStorage::automatic) storage_ = DelassusStorage::sparse;
    for (Index a = 0; a < j.nodes; ++a) node_begin_[a + 1] += node_begin_[a];
    node_entry_.resize(j.node.size());
    entry_contact_.resize(j.node.size());
    seen_.assign(node_begin_.begin(), node_begin_.end() - 1);
    for (Index c = 0; c < count; ++c) {
        for (Index e = j.begin[c]; e < j.begin[c + 1]; ++e) {
            node_entry_[seen_[j.node[e]]++] = e;
            entry_contact_[e] = c;
        }
    }
    pair_begin_.assign(1, 0);
    pair_contact_.clear();
    pair_.clear();
    seen_.assign(static_cast<std::size_t>(count), -1);
    for (Index c = 0; c < count; ++c) {
        const std::size_t first = pair_contact_.size();
        for (Index e = j.begin[c]; e < j.begin[c + 1]; ++e) {
            const Index a = j.node[e];
            if (inverse_mass_[a] == 0.0) continue;
            for (Index k = node_begin_[a]; k < node_begin_[a + 1]; ++k) {
                const Index d = entry_contact_[node_entry_[k]];
                if (seen_[d] < static_cast<Index>(first)) {
                    seen_[d] = static_cast<Index>(pair_contact_.size());
                    pair_contact_.push_back(d);
                    pair_.push_back(Mat3::Zero());
                }
                pair_[seen_[d]] += inverse_mass_[a] * j.block[e] * j.block[node_entry_[k]].transpose();
            }
        }
        for (std::size_t p = first; p < pair_.size(); ++p)
            pair_[p] = (frame_[c].transpose() * pair_[p] * frame_[pair_contact_[p]]).eval();
        pair_begin_.push_back(static_cast<Index>(pair_contact_.size()));
    }
}

void Delassus::build(const ContactJacobian& jacobian, Span<const Mat3> frame, const InverseMass& inverse_mass)
{
    jacobian_ = &jacobian;
    frame_ = frame;
    inverse_mass_ = {};
    storage_ = DelassusStorage::dense;
    const Index count = jacobian.contacts();
    diagonal_.resize(static_cast<std::size_t>(count));
    v_.resize(static_cast<std::size_t>(jacobian.nodes));
    dense_.resize(3 * count, 3 * count);
    for (Index k = 0; k < 3 * count; ++k) {
        const Index c = k / 3;
        std::fill(v_.begin(), v_.end(), Vec3::Zero());
        for (Index e = jacobian.begin[c]; e < jacobian.begin[c + 1]; ++e)
            v_[jacobian.node[e]] += jacobian.block[e].transpose() * frame[c].col(k % 3);
        inverse_mass(v_);
        for (Index d = 0; d < count; ++d) dense_.block<3, 1>(3 * d, k) = gather(d, v_);
    }
    // The solves leave W symmetric to rounding; what follows relies on more.
    dense_ = (0.5 * (dense_ + dense_.transpose())).eval();
    for (Index c = 0; c < count; ++c) diagonal_[c] = dense_.block<3, 3>(3 * c, 3 * c);
}

double Delassus::mean_inverse_mass() const
{
    double sum = 0.0;
    for (const Mat3& block : diagonal_) sum += block.trace();
    return diagonal_.empty() ? 0.0 : sum / (3.0 * static_cast<double>(diagonal_.size()));
}

void Delassus::scatter(const Eigen::VectorXd& r, Vec3Array& v) const
{
    const ContactJacobian& j = *jacobian_;
    std::fill(v.begin(), v.end(), Vec3::Zero());
    for (Index c = 0; c < contacts(); ++c) {
        const Vec3 world = frame_[c] * r.segment<3>(3 * c);
        for (Index e = j.begin[c]; e < j.begin[c + 1]; ++e)
            v[j.node[e]] += inverse_mass_[j.node[e]] * (j.block[e].transpose() * world);
    }
}

Vec3 Delassus::gather(Index c, const Vec3Array& v) const
{
    return frame_[c].transpose() * jacobian_->velocity(c, v);
}

void Delassus::apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const
{
    u.resize(r.size());
    if (storage_ == DelassusStorage::dense) {
        u.noalias() = dense_ * r;
        return;
    }
    if (storage_ == DelassusStorage::none) {
        scatter(r, v_);
        for (Index c = 0; c < contacts(); ++c) u.segment<3>(3 * c) = gather(c, v_);
        return;
    }
    for (Index c = 0; c < contacts(); ++c) {
        Vec3 sum = Vec3::Zero();
        for (Index p = pair_begin_[c]; p < pair_begin_[c + 1]; ++p)
            sum.noalias() += pair_[p] * r.segment<3>(3 * pair_contact_[p]);
        u.segment<3>(3 * c) = sum;
    }
}

void Delassus::apply_part(Index first, Index count, const Eigen::VectorXd& y, Eigen::VectorXd& out) const
{
    out.resize(y.size());
    if (storage_ == DelassusStorage::sparse && count == 1) {
        for (Index c = 0; c < contacts(); ++c) {
            double sum = 0.0;
            for (Index p = pair_begin_[c]; p < pair_begin_[c + 1]; ++p)
                sum += pair_[p](first, first) * y[pair_contact_[p]];
            out[c] = sum;
        }
        return;
    }
    if (storage_ == DelassusStorage::sparse && count == 2) {
        for (Index c = 0; c < contacts(); ++c) {
            Vec2 sum = Vec2::Zero();
            for (Index p = pair_begin_[c]; p < pair_begin_[c + 1]; ++p)
                sum += pair_[p].block<2, 2>(first, first) * y.segment<2>(2 * pair_contact_[p]);
            out.segment<2>(2 * c) = sum;
        }
        return;
    }
    whole_r_.setZero(3 * contacts());
    for (Index c = 0; c < contacts(); ++c)
        whole_r_.segment(3 * c + first, count) = y.segment(count * c, count);
    apply(whole_r_, whole_u_);
    for (Index c = 0; c < contacts(); ++c)
        out.segment(count * c, count) = whole_u_.segment(3 * c + first, count);
}

Eigen::MatrixXd Delassus::to_dense() const
{
    if (storage_ == DelassusStorage::dense && dense_.cols() == 3 * contacts()) return dense_;
    Eigen::MatrixXd whole(3 * contacts(), 3 * contacts());
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(3 * contacts());
    for (Index k = 0; k < 3 * contacts(); ++k) {
        unit[k] = 1.0;
        scatter(unit, v_);
        for (Index c = 0; c < contacts(); ++c) whole.block<3, 1>(3 * c, k) = gather(c, v_);
        unit[k] = 0.0;
    }
    return whole;
}

void Delassus::start(const Eigen::VectorXd& r, Motion& motion) const
{
    if (storage_ == DelassusStorage::none) {
        motion.v.resize(v_.size());
        scatter(r, motion.v);
    } else {
        apply(r, motion.u);
    }
}

Vec3 Delassus::velocity(Index c, const Motion& motion) const
{
    return storage_ == DelassusStorage::none ? gather(c, motion.v) : Vec3(motion.u.segment<3>(3 * c));
}

void Delassus::change(Index c, const Vec3& dr, Motion& motion) const
{
    if (storage_ == DelassusStorage::dense) {
        motion.u.noalias() += dense_.middleCols<3>(3 * c) * dr;
        return;
    }
    if (storage_ == DelassusStorage::sparse) {
        // W is symmetric: row c transposed is column c.
        for (Index p = pair_begin_[c]; p < pair_begin_[c + 1]; ++p)
            motion.u.segment<3>(3 * pair_contact_[p]).noalias() += pair_[p].transpose() * dr;
        return;
    }
    const ContactJacobian& j = *jacobian_;
    const Vec3 world = frame_[c] * dr;
    for (Index e = j.begin[c]; e < j.begin[c + 1]; ++e)
        motion.v[j.node[e]] += inverse_mass_[j.node[e]] * (j.block[e].transpose() * world);
}

}  // namespace stiction
