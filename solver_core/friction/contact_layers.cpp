#include "solver_core/friction/contact_layers.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Colours a layer may use before the rest of it runs serially; a node with more contacts than this is rare.
constexpr Index kColors = 64;

void list_contacts_of_nodes(const ContactSet& contacts, Index node_count, ContactLayers& work)
{
    work.node_begin.assign(static_cast<std::size_t>(node_count) + 1, 0);
    for (const Index a : contacts.node) ++work.node_begin[a + 1];
    for (Index i = 0; i < node_count; ++i) work.node_begin[i + 1] += work.node_begin[i];
    work.node_contact.resize(contacts.node.size());
    // Filled from the back, so that node_begin ends where it should and contacts come in ascending order.
    for (Index c = contacts.size() - 1; c >= 0; --c)
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            work.node_contact[--work.node_begin[contacts.node[k] + 1]] = c;
    for (Index i = 0; i < node_count; ++i) work.node_begin[i] = work.node_begin[i + 1];
    work.node_begin[node_count] = static_cast<Index>(contacts.node.size());
}

// Numbers the contacts reached from those already in the queue, breadth first; a node is expanded once.
void spread_layers(const ContactSet& contacts, ContactLayers& work, std::size_t head)
{
    constexpr std::uint64_t kExpanded = 1;
    for (; head < work.queue.size(); ++head) {
        const Index c = work.queue[head];
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k) {
            const Index a = contacts.node[k];
            if (work.node_colors[a] == kExpanded) continue;
            work.node_colors[a] = kExpanded;
            for (Index s = work.node_begin[a]; s < work.node_begin[a + 1]; ++s) {
                const Index other = work.node_contact[s];
                if (work.layer[other] >= 0) continue;
                work.layer[other] = work.layer[c] + 1;
                work.queue.push_back(other);
            }
        }
    }
}

Index assign_layers(const ContactSet& contacts, Index node_count, ContactLayers& work)
{
    work.layer.assign(contacts.key.size(), -1);
    work.node_colors.assign(static_cast<std::size_t>(node_count), 0);
    work.queue.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (!contacts.is_external(c)) continue;
        work.layer[c] = 0;
        work.queue.push_back(c);
    }
    spread_layers(contacts, work, 0);
    for (Index c = 0; c < contacts.size(); ++c) {
        if (work.layer[c] >= 0) continue;
        work.layer[c] = 0;
        work.queue.push_back(c);
        spread_layers(contacts, work, work.queue.size() - 1);
    }
    Index layers = 0;
    for (const Index layer : work.layer) layers = std::max(layers, layer + 1);
    return layers;
}

// Greedy colour of each contact of by_layer[first, last); kColors means "no colour left".
void color_layer(const ContactSet& contacts, Index first, Index last, ContactLayers& work)
{
    for (Index i = first; i < last; ++i) {
        const Index c = work.by_layer[i];
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            work.node_colors[contacts.node[k]] = 0;
    }
    for (Index i = first; i < last; ++i) {
        const Index c = work.by_layer[i];
        std::uint64_t taken = 0;
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            taken |= work.node_colors[contacts.node[k]];
        Index color = 0;
        while (color < kColors && (taken >> color & 1U) != 0) ++color;
        work.color_of[c] = color;
        if (color == kColors) continue;
        for (Index k = contacts.begin[c]; k < contacts.begin[c + 1]; ++k)
            work.node_colors[contacts.node[k]] |= std::uint64_t(1) << color;
    }
}

// Appends one batch a colour of by_layer[first, last) to the order.
void append_batches(Index first, Index last, ContactLayers& work)
{
    work.color_begin.assign(kColors + 2, 0);
    for (Index i = first; i < last; ++i) ++work.color_begin[work.color_of[work.by_layer[i]] + 1];
    for (Index color = 0; color <= kColors; ++color) {
        const Index count = work.color_begin[color + 1];
        work.color_begin[color + 1] += work.color_begin[color];
        if (count == 0) continue;
        work.batch_begin.push_back(first + work.color_begin[color + 1]);
        work.parallel.push_back(color < kColors);
    }
    for (Index i = first; i < last; ++i) {
        const Index c = work.by_layer[i];
        work.order[first + work.color_begin[work.color_of[c]]++] = c;
    }
}

}  // namespace

void build_layers(const ContactSet& contacts, Index node_count, ContactLayers& layers)
{
    const Index count = contacts.size();
    layers.order.resize(static_cast<std::size_t>(count));
    layers.by_layer.resize(static_cast<std::size_t>(count));
    layers.color_of.resize(static_cast<std::size_t>(count));
    layers.batch_begin.assign(1, 0);
    layers.parallel.clear();
    list_contacts_of_nodes(contacts, node_count, layers);
    const Index layer_count = assign_layers(contacts, node_count, layers);

    // The queue holds contacts group by group; a stable counting sort brings layer after layer, contacts ascending.
    layers.color_begin.assign(static_cast<std::size_t>(layer_count) + 1, 0);
    for (const Index layer : layers.layer) ++layers.color_begin[layer + 1];
    for (Index l = 0; l < layer_count; ++l) layers.color_begin[l + 1] += layers.color_begin[l];
    layers.queue.assign(layers.color_begin.begin(), layers.color_begin.end());
    for (Index c = 0; c < count; ++c) layers.by_layer[layers.color_begin[layers.layer[c]]++] = c;

    for (Index l = 0; l < layer_count; ++l) {
        color_layer(contacts, layers.queue[l], layers.queue[l + 1], layers);
        append_batches(layers.queue[l], layers.queue[l + 1], layers);
    }
}

}  // namespace stiction
