#include "solver_core/solvers/turning_bodies.hpp"

#include <Eigen/LU>

namespace stiction {
namespace {

// sum_a f_a x (w x g_a) as a matrix on w, from one term.
Mat3 double_cross(const Vec3& f, const Vec3& g) { return f.dot(g) * Mat3::Identity() - g * f.transpose(); }

}  // namespace

void TurningBodies::begin_step(const ProjectiveModel& model, Span<const Vec3> x, SolveScratch& scratch)
{
    bodies_.assign(static_cast<std::size_t>(model.body_count), Body{});
    r_.assign(model.mass.size(), Vec3::Zero());
    z_.assign(model.mass.size(), Vec3::Zero());
    if (bodies_.empty()) return;
    const Index count = model.node_count();
    // Sums about a node of the body: a far-away origin costs no digits.
    std::vector<Index>& first = place_;
    first.assign(bodies_.size(), -1);
    for (Index i = 0; i < count; ++i) {
        const Index body = model.body_of_node[i];
        if (body < 0) continue;
        if (first[body] < 0) first[body] = i;
        bodies_[body].mass += model.mass[i];
        bodies_[body].centre += model.mass[i] * (x[i] - x[first[body]]);
    }
    for (std::size_t body = 0; body < bodies_.size(); ++body)
        bodies_[body].centre = x[first[body]] + bodies_[body].centre / bodies_[body].mass;
    for (Index i = 0; i < count; ++i)
        if (const Index body = model.body_of_node[i]; body >= 0) r_[i] = x[i] - bodies_[body].centre;

    unknown_.resize(model.free_nodes.size());
    for (std::size_t f = 0; f < model.free_nodes.size(); ++f)
        unknown_[f] = model.mass[model.free_nodes[f]] * r_[model.free_nodes[f]];
    model.factor->solve(unknown_, scratch);
    for (Index i = 0; i < count; ++i) {
        const Index body = model.body_of_node[i];
        if (body < 0) continue;
        z_[i] = unknown_[model.unknown_of_node[i]];
        bodies_[body].inertia += model.mass[i] * double_cross(r_[i], r_[i]);
        bodies_[body].rmz += model.mass[i] * double_cross(r_[i], z_[i]);
    }
    for (Body& body : bodies_) body.inverse_inertia = body.inertia.inverse();
}

void TurningBodies::set_arms(const ProjectiveModel& model, const ContactSet& contacts,
                             ContactResponse& response)
{
    response.set_no_turns();
    if (bodies_.empty()) return;
    place_.assign(bodies_.size(), -1);
    for (Index c = 0; c < contacts.size(); ++c) {
        const auto first = response.arms.size();
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
            const Index body = model.body_of_node[contacts.node[k]];
            if (body < 0) continue;
            if (place_[body] < 0) {
                place_[body] = static_cast<Index>(response.bodies.size());
                const Mat3& inverse = bodies_[body].inverse_inertia;
                response.bodies.push_back(
                    {bodies_[body].inertia, inverse, inverse * bodies_[body].rmz * inverse + inverse});
            }
            auto arm = first;
            while (arm < response.arms.size() && response.arms[arm].body != place_[body]) ++arm;
            if (arm == response.arms.size())
                response.arms.push_back({place_[body], Vec3::Zero(), Vec3::Zero()});
            response.arms[arm].rho += contacts.weight[k] * r_[contacts.node[k]];
            response.arms[arm].zeta += contacts.weight[k] * z_[contacts.node[k]];
        }
        response.arm_begin[c + 1] = static_cast<Index>(response.arms.size());
    }
}

void TurningBodies::keep(const ProjectiveModel& model, Span<const Vec3> b, Span<const Vec3> v)
{
    if (bodies_.empty()) return;
    v_k_.assign(v.begin(), v.end());
    for (Body& body : bodies_) body.residual.setZero();
    const double h2 = model.step * model.step;
    for (Index i = 0; i < model.node_count(); ++i) {
        const Index body = model.body_of_node[i];
        if (body < 0) continue;
        const Vec3 pv = model.mass[i] * v[i] + h2 * stiffness_row(model, v, i);
        bodies_[body].residual += r_[i].cross(b[i] - pv);
    }
}

void TurningBodies::turn(const ProjectiveModel& model, Span<const Vec3> xi, Vec3Array& v)
{
    if (bodies_.empty()) return;
    const Index count = model.node_count();
    for (Body& body : bodies_) body.moment = body.residual;
    for (Index i = 0; i < count; ++i)
        if (const Index body = model.body_of_node[i]; body >= 0) bodies_[body].moment += r_[i].cross(xi[i]);
    for (Body& body : bodies_) body.w = body.inverse_inertia * body.moment;
    // v becomes v^k + d; R^T M d is taken off on the way.
    for (Index i = 0; i < count; ++i) {
        const Index number = model.body_of_node[i];
        if (number < 0) continue;
        Body& body = bodies_[number];
        v[i] -= body.w.cross(z_[i]);
        body.moment -= model.mass[i] * r_[i].cross(v[i] - v_k_[i]);
    }
    for (Body& body : bodies_) body.w = body.inverse_inertia * body.moment;
    for (Index i = 0; i < count; ++i)
        if (const Index body = model.body_of_node[i]; body >= 0) v[i] += bodies_[body].w.cross(r_[i]);
}

}  // namespace stiction
