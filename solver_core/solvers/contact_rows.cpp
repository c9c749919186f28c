#include "solver_core/solvers/contact_rows.hpp"

#include "solver_core/friction/allowed_approach.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Nodes of side A come first: for a point that touches a surface, the point.
double point_slope(const ContactSet& contacts, Index c)
{
    return contacts.has_blocks() ? contacts.gap_gradient[contacts.begin[c]].norm() : 1.0;
}

}  // namespace

void set_contact_rows(const ContactSet& contacts, Span<const double> inverse_mass, double step,
                      double recovery_speed, ContactRows& rows)
{
    const std::size_t entries = contacts.node.size(), count = contacts.key.size();
    rows.jacobian.begin = rows.normal.row.begin = contacts.begin;
    rows.jacobian.node = rows.normal.row.node = contacts.node;
    rows.jacobian.nodes = static_cast<Index>(inverse_mass.size());
    rows.jacobian.block.resize(entries);
    rows.normal.gradient.resize(entries);
    rows.normal.offset.resize(count);
    rows.frame.resize(count);
    rows.offset.resize(count);
    rows.slope.resize(count);
    rows.response.assign(count, 0.0);
    rows.mean_response = 0.0;
    for (Index c = 0; c < contacts.size(); ++c) {
        const Vec3& n = contacts.normal[c];
        const Mat3 normal_part = n * n.transpose();
        // A face with several nodes on side A has no one touching point; its scalar weights make the slope 1.
        const bool is_smooth = contacts.key[c].kind == ContactKind::vertex_smooth;
        const double slope = rows.slope[c] = is_smooth ? point_slope(contacts, c) : 1.0;
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
            const Vec3 g = contacts.gap_gradient_of(c, k) / slope;
            const Mat3 block = contacts.block_of(k);
            rows.normal.gradient[k] = g;
            rows.jacobian.block[k] = n * g.transpose() + block - normal_part * block;
            rows.response[c] += rows.jacobian.block[k].squaredNorm() * inverse_mass[contacts.node[k]] / 3.0;
        }
        const double approach = allowed_approach(contacts.gap[c] / slope, step, recovery_speed);
        rows.offset[c] = approach * n - contacts.obstacle_velocity[c];
        rows.normal.offset[c] = n.dot(rows.offset[c]);
        rows.frame[c] = contact_frame(n);
        rows.mean_response += rows.response[c] / static_cast<double>(count);
    }
}

void add_nodes(Span<const std::pair<Index, Index>> added, ContactRows& rows)
{
    const ConstraintRows old = rows.normal.row;
    const std::vector<Mat3> block = std::move(rows.jacobian.block);
    const std::vector<Vec3> gradient = std::move(rows.normal.gradient);
    ConstraintRows& row = rows.normal.row;
    row.begin.assign(1, 0);
    row.node.clear();
    rows.jacobian.block.clear();
    rows.normal.gradient.clear();
    std::size_t next = 0;
    for (Index c = 0; c < old.count(); ++c) {
        for (Index e = old.begin[c]; e < old.begin[c + 1]; ++e) {
            row.node.push_back(old.node[e]);
            rows.jacobian.block.push_back(block[e]);
            rows.normal.gradient.push_back(gradient[e]);
        }
        for (; next < added.size() && added[next].first == c; ++next) {
            row.node.push_back(added[next].second);
            rows.jacobian.block.emplace_back(Mat3::Zero());
            rows.normal.gradient.emplace_back(Vec3::Zero());
        }
        row.begin.push_back(static_cast<Index>(row.node.size()));
    }
    rows.jacobian.begin = row.begin;
    rows.jacobian.node = row.node;
}

FrictionError error_on_rows(const ContactSet& contacts, const ContactRows& rows, Span<const Vec3> impulse,
                            Span<const Vec3> v, Span<const Vec3> v_free, std::vector<FrictionSample>& samples)
{
    samples.resize(contacts.key.size());
    for (Index c = 0; c < contacts.size(); ++c)
        samples[c] = {rows.velocity(c, v), impulse[c], rows.velocity(c, v_free), contacts.normal[c],
                      contacts.mu[c]};
    return friction_error(samples, rows.mean_response);
}

void add_impulses(const ContactJacobian& jacobian, Span<const double> inverse_mass, Span<const Vec3> impulse,
                  double scale, Span<Vec3> v)
{
    for (Index c = 0; c < jacobian.contacts(); ++c)
        for (Index k = jacobian.begin[c]; k < jacobian.begin[c + 1]; ++k) {
            const Index node = jacobian.node[k];
            v[node] += scale * inverse_mass[node] * (jacobian.block[k].transpose() * impulse[c]);
        }
}

}  // namespace stiction
