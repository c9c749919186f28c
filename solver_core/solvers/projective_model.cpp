#include "solver_core/solvers/projective_model.hpp"

#include "solver_core/math/pivot_error.hpp"
#include "solver_core/mesh/adjacency.hpp"
#include "solver_core/solvers/quick_factor.hpp"

#include <utility>

namespace stiction {
namespace {

SparseMatrix free_part(const ProjectiveModel& model)
{
    const std::vector<Index>& unknown = model.unknown_of_node;
    const double h2 = model.step * model.step;
    std::vector<Eigen::Triplet<double, Index>> triplets;
    triplets.reserve(static_cast<std::size_t>(model.stiffness.nonZeros()) + model.free_nodes.size());
    for (const Index i : model.free_nodes) {
        triplets.emplace_back(unknown[i], unknown[i], model.mass[i]);
        for (SparseMatrix::InnerIterator it(model.stiffness, i); it; ++it)
            if (unknown[it.row()] >= 0) triplets.emplace_back(unknown[it.row()], unknown[i], h2 * it.value());
    }
    const auto size = static_cast<Index>(model.free_nodes.size());
    SparseMatrix p(size, size);
    p.setFromTriplets(triplets.begin(), triplets.end());
    return p;
}

// The factor of the free part; throws PivotError by the number of the node.
std::shared_ptr<const SpdSolver> factor_of(const ProjectiveModel& model, LinearSolverKind kind)
{
    try {
        return factorize(free_part(model), kind);
    } catch (const PivotError& error) {
        throw PivotError(model.free_nodes[error.node()], error.pivot());
    }
}

// Pieces of tetrahedra, and those of them that nothing holds, numbered in the order of their lowest node.
void find_solids(ProjectiveModel& model)
{
    const Components pieces = connected_components(model.node_count(), model.elasticity.tets().nodes);
    const auto count = static_cast<std::size_t>(pieces.count);
    std::vector<Index> solid(count, -1), body(count, 0);
    for (const Tet& tet : model.elasticity.tets().nodes) solid[pieces.of_node[tet[0]]] = 0;
    for (Index& number : solid)
        if (number == 0) number = model.solid_count++;
    for (Index i = 0; i < model.node_count(); ++i)
        if (solid[pieces.of_node[i]] < 0 || model.unknown_of_node[i] < 0) body[pieces.of_node[i]] = -1;
    for (Index& number : body)
        if (number == 0) number = model.body_count++;
    model.solid_of_node.clear();
    model.body_of_node.clear();
    for (const Index piece : pieces.of_node) {
        model.solid_of_node.push_back(solid[piece]);
        model.body_of_node.push_back(body[piece]);
    }
}

}  // namespace

ProjectiveModel build_projective_model(ProjectiveElasticity elasticity, std::vector<double> mass,
                                       const std::vector<Index>& held_nodes, double step,
                                       LinearSolverKind kind)
{
    ProjectiveModel model;
    model.step = step;
    model.elasticity = std::move(elasticity);
    model.mass = std::move(mass);
    model.stiffness = model.elasticity.stiffness_matrix();
    model.held_nodes = held_nodes;

    const Index count = model.node_count();
    model.unknown_of_node.assign(static_cast<std::size_t>(count), 0);
    for (const Index i : held_nodes) model.unknown_of_node[i] = -1;
    model.inverse_mass.assign(static_cast<std::size_t>(count), 0.0);
    for (Index i = 0; i < count; ++i) {
        if (model.unknown_of_node[i] < 0) continue;
        model.unknown_of_node[i] = static_cast<Index>(model.free_nodes.size());
        model.free_nodes.push_back(i);
        model.inverse_mass[i] = 1.0 / model.mass[i];
    }
    find_solids(model);
    if (!model.free_nodes.empty()) model.factor = factor_of(model, kind);
    model.quick = choose_quick_factor(model, kLargeFactor);
    return model;
}

Vec3 stiffness_row(const ProjectiveModel& model, Span<const Vec3> y, Index i)
{
    Vec3 sum = Vec3::Zero();
    for (SparseMatrix::InnerIterator it(model.stiffness, i); it; ++it)
        sum += it.value() * (y[it.row()] - y[i]);
    return sum;
}

Vec3 free_stiffness_row(const ProjectiveModel& model, Span<const Vec3> y, Index i)
{
    Vec3 sum = stiffness_row(model, y, i);
    if (model.all_free()) return sum;
    for (SparseMatrix::InnerIterator it(model.stiffness, i); it; ++it)
        if (model.inverse_mass[it.row()] == 0.0) sum -= it.value() * y[it.row()];
    return sum;
}

}  // namespace stiction
