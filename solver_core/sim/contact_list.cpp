#include "solver_core/sim/contact_list.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Numbers in the scene of the colliders, in the order in which contacts count them.
std::vector<Index> collider_objects(const Scene& scene)
{
    std::vector<Index> numbers;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
        if (scene.objects[i].type == ObjectType::collider) numbers.push_back(static_cast<Index>(i));
    return numbers;
}

void append(const Simulation& simulation, const std::vector<Index>& colliders, Index c, ContactList& list)
{
    const Model& model = simulation.model;
    const ContactSet& contacts = simulation.work.contacts;
    const StepSolution solution = solution_of(model.solver.method, simulation.work);
    const Vec3Array& v = simulation.state.v;

    // Nodes of side A come first and have positive weights, which sum to 1.
    Vec3 v_a = Vec3::Zero(), u = -contacts.obstacle_velocity[c];
    const Index first = contacts.begin[c], last = contacts.begin[c + 1] - 1;
    Index heaviest = first;
    for (Index k = first; k <= last; ++k) {
        const double weight = contacts.weight[k];
        u += contacts.block_of(k) * v[contacts.node[k]];
        if (weight > 0.0) v_a += weight * v[contacts.node[k]];
        if (weight > contacts.weight[heaviest]) heaviest = k;
    }
    const Index a = model.contact.node_object[contacts.node[first]];
    const Index b = model.contact.node_object[contacts.node[last]];
    const Index obstacle = contacts.key[c].obstacle;

    list.kind.push_back(contacts.key[c].kind);
    list.mode.push_back(solution.mode[c]);
    list.point.emplace_back(contacts.point[c] + model.step * v_a);
    list.normal.push_back(contacts.normal[c]);
    list.impulse.push_back(solution.impulse[c]);
    list.velocity.push_back(u);
    list.gap.push_back(contacts.gap[c] + model.step * contacts.normal[c].dot(u));
    list.mu.push_back(contacts.mu[c]);
    list.object_a.push_back(model.objects[a].scene_object);
    list.object_b.push_back(obstacle >= 0 ? colliders[obstacle] : model.objects[b].scene_object);
    list.node_a.push_back(contacts.node[heaviest] - model.objects[a].first_node);
}

}  // namespace

ContactList list_contacts(const Simulation& simulation, ContactChoice choice)
{
    ContactList list;
    if (!simulation.work_is_of_state) return list;
    const std::vector<Index> colliders = collider_objects(simulation.scene);
    const Span<const ContactMode> mode = solution_of(simulation.model.solver.method, simulation.work).mode;
    for (Index c = 0; c < simulation.work.contacts.size(); ++c)
        if (choice == ContactChoice::all || mode[c] != ContactMode::take_off)
            append(simulation, colliders, c, list);
    return list;
}

const char* to_string(ContactKind kind)
{
    switch (kind) {
        case ContactKind::vertex_obstacle: return "vertex_obstacle";
        case ContactKind::face_obstacle: return "face_obstacle";
        case ContactKind::vertex_face: return "vertex_face";
        case ContactKind::edge_edge: return "edge_edge";
        case ContactKind::vertex_smooth: return "vertex_smooth";
    }
    return "unknown";
}

const char* to_string(ContactMode mode)
{
    switch (mode) {
        case ContactMode::take_off: return "take_off";
        case ContactMode::stick: return "stick";
        case ContactMode::slip: return "slip";
    }
    return "unknown";
}

}  // namespace stiction
