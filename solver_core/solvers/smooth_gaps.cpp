#include "solver_core/solvers/smooth_gaps.hpp"

#include <algorithm>

namespace stiction {

void SmoothGaps::begin(const ContactSet& contacts, const ContactRows& rows, Span<const Vec3> x, double time,
                       double step, SmoothSurfaces& surfaces)
{
    contacts_ = &contacts;
    contact_rows_ = &rows;
    x_ = x;
    time_ = time;
    step_ = step;
    surfaces_ = &surfaces;
    moved_.clear();
    missing_.clear();
    shift_.resize(contacts.gap.size());
    for (Index i = 0; i < contacts.size(); ++i) {
        const double approach =
            rows.offset[i].dot(contacts.normal[i]) + contacts.obstacle_velocity[i].dot(contacts.normal[i]);
        shift_[i] = approach - contacts.gap[i] / (rows.slope[i] * step);
    }
}

// Surfaces to the end of the step, unless they are there.
void SmoothGaps::move(Span<const Vec3> v) const
{
    bool moved = moved_.size() != v.size();
    moved_.resize(v.size());
    for (std::size_t a = 0; a < v.size(); ++a) {
        const Vec3 end = x_[a] + step_ * v[a];
        moved = moved || end != moved_[a];
        moved_[a] = end;
    }
    if (moved) surfaces_->update(moved_, time_, step_);
}

Index SmoothGaps::entry_of(Index contact, Index node) const
{
    const ConstraintRows& row = rows();
    for (Index e = row.begin[contact]; e < row.begin[contact + 1]; ++e)
        if (row.node[e] == node) return e;
    return -1;
}

void SmoothGaps::evaluate(Span<const Vec3> v, Span<double> c, Span<Vec3> gradient) const
{
    contact_rows_->normal.evaluate(v, c, gradient);
    move(v);
    for (Index i = 0; i < contacts_->size(); ++i) {
        const ContactKey& key = contacts_->key[i];
        if (key.kind != ContactKind::vertex_smooth) continue;
        surfaces_->evaluate(key, moved_, scratch_, found_);
        if (!found_.known) continue;
        const double slope = contact_rows_->slope[i];
        c[i] = found_.gap / (slope * step_) + shift_[i];
        for (Index e = rows().begin[i]; e < rows().begin[i + 1]; ++e) gradient[e].setZero();
        for (std::size_t k = 0; k < found_.node.size(); ++k) {
            const Index e = entry_of(i, found_.node[k]);
            if (e >= 0)
                gradient[e] += found_.gap_gradient[k] / slope;
            else
                missing_.emplace_back(i, found_.node[k]);
        }
    }
}

void SmoothGaps::hessian(Index i, Span<const Vec3> v, Eigen::Ref<Eigen::MatrixXd> block) const
{
    block.setZero();
    const ContactKey& key = contacts_->key[i];
    if (key.kind != ContactKind::vertex_smooth) return;
    move(v);
    surfaces_->hessian(key, moved_, step_ / contact_rows_->slope[i], scratch_, hessian_node_, hessian_block_);
    const Index begin = rows().begin[i];
    for (std::size_t p = 0; p < hessian_node_.size(); ++p)
        for (std::size_t q = 0; q < hessian_node_.size(); ++q) {
            const Index row = entry_of(i, hessian_node_[p]), column = entry_of(i, hessian_node_[q]);
            if (row < 0 || column < 0) continue;
            block.block<3, 3>(3 * (row - begin), 3 * (column - begin)) +=
                hessian_block_.block<3, 3>(3 * static_cast<Index>(p), 3 * static_cast<Index>(q));
        }
}

const std::vector<std::pair<Index, Index>>& SmoothGaps::missing() const
{
    std::sort(missing_.begin(), missing_.end());
    missing_.erase(std::unique(missing_.begin(), missing_.end()), missing_.end());
    return missing_;
}

}  // namespace stiction
