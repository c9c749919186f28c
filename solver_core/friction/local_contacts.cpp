#include "solver_core/friction/local_contacts.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/friction/allowed_approach.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Contacts a task; below about 500 a batch is not worth waking another thread for.
constexpr Index kContactChunk = 512;

void mark_nodes(const ContactSet& contacts, Index node_count, LocalContacts& local)
{
    local.node_touched.assign(static_cast<std::size_t>(node_count), 0);
    for (const Index a : contacts.node) local.node_touched[a] = 1;
    local.nodes.clear();
    for (Index i = 0; i < node_count; ++i)
        if (local.node_touched[i] != 0) local.nodes.push_back(i);
}

void visit(const ContactSet& contacts, LocalContacts& local, Index c)
{
    const double w = local.response[c];
    if (w == 0.0) return;  // only held nodes: nothing an impulse could change
    const Vec3 u = contact_velocity(contacts, local, local.velocity, c);
    const Vec3 d = u - w * local.impulse[c];
    const ContactImpulse answer = solve_coulomb(d, contacts.normal[c], contacts.mu[c], w);
    const Vec3 change = answer.impulse - local.impulse[c];
    local.impulse[c] = answer.impulse;
    local.mode[c] = answer.mode;
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
        const Index a = contacts.node[k];
        const Vec3 share = contacts.weight[k] * change;
        local.xi[a] += share;
        local.velocity[a] += local.node_response[a] * share;
    }
}

// What follows from rows whose masses and offsets are set.
void finish_begin(const ContactSet& contacts, Index node_count, LocalContacts& local)
{
    const auto nodes = static_cast<std::size_t>(node_count);
    local.mode.assign(contacts.key.size(), ContactMode::take_off);
    local.xi.resize(nodes);
    local.velocity.resize(nodes);
    local.node_response.resize(nodes);
    double sum = 0.0;
    for (const double w : local.inverse_mass) sum += w;
    local.mean_inverse_mass = contacts.size() > 0 ? sum / static_cast<double>(contacts.size()) : 0.0;
    mark_nodes(contacts, node_count, local);
    build_layers(contacts, node_count, local.layers);
    collect_impulses(contacts, local);
}

double weighted_inverse_mass(const ContactSet& contacts, Span<const double> node_inverse_mass, Index c)
{
    double w = 0.0;
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
        w += contacts.weight[k] * contacts.weight[k] * node_inverse_mass[contacts.node[k]];
    return w;
}

}  // namespace

void begin_step(const ContactSet& contacts, Span<const double> node_inverse_mass, double step,
                double recovery_speed, LocalContacts& local)
{
    local.inverse_mass.resize(contacts.key.size());
    local.offset.resize(contacts.key.size());
    for (Index c = 0; c < contacts.size(); ++c) {
        local.inverse_mass[c] = weighted_inverse_mass(contacts, node_inverse_mass, c);
        const double approach = allowed_approach(contacts.gap[c], step, recovery_speed);
        local.offset[c] = approach * contacts.normal[c] - contacts.obstacle_velocity[c];
    }
    finish_begin(contacts, static_cast<Index>(node_inverse_mass.size()), local);
}

void begin_part(const ContactSet& part, Span<const Index> row, const LocalContacts& whole,
                LocalContacts& local)
{
    local.inverse_mass.clear();
    local.offset.clear();
    local.impulse.clear();
    for (const Index c : row) {
        local.inverse_mass.push_back(whole.inverse_mass[c]);
        local.offset.push_back(whole.offset[c]);
        local.impulse.push_back(whole.impulse[c]);
    }
    finish_begin(part, static_cast<Index>(whole.node_touched.size()), local);
}

void set_response(const ContactSet& contacts, LocalContacts& local)
{
    local.response.resize(contacts.key.size());
    for (Index c = 0; c < contacts.size(); ++c)
        local.response[c] = weighted_inverse_mass(contacts, local.node_response, c);
}

void collect_impulses(const ContactSet& contacts, LocalContacts& local)
{
    std::fill(local.xi.begin(), local.xi.end(), Vec3::Zero());
    for (Index c = 0; c < contacts.size(); ++c)
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            local.xi[contacts.node[k]] += contacts.weight[k] * local.impulse[c];
}

void sweep(const ContactSet& contacts, LocalContacts& local)
{
    const ContactLayers& layers = local.layers;
    for (Index b = 0; b < layers.batches(); ++b) {
        const Index first = layers.batch_begin[b];
        const Index count = layers.batch_begin[b + 1] - first;
        // A batch that is not parallel is one chunk, visited in order.
        parallel_for(count, layers.parallel[b] != 0 ? kContactChunk : count,
                     [&](Index i) { visit(contacts, local, layers.order[first + i]); });
    }
}

Vec3 contact_velocity(const ContactSet& contacts, const LocalContacts& local, Span<const Vec3> v, Index c)
{
    Vec3 u = local.offset[c];
    for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
        u += contacts.weight[k] * v[contacts.node[k]];
    return u;
}

FrictionError measure_error(const ContactSet& contacts, Span<const Vec3> v, Span<const Vec3> free,
                            LocalContacts& local)
{
    local.samples.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (local.inverse_mass[c] == 0.0) continue;
        local.samples.push_back({contact_velocity(contacts, local, v, c), local.impulse[c],
                                 contact_velocity(contacts, local, free, c), contacts.normal[c],
                                 contacts.mu[c]});
    }
    return friction_error(local.samples, local.mean_inverse_mass);
}

}  // namespace stiction
