#include "solver_core/contact/detect.hpp"

#include "solver_core/base/hash.hpp"
#include "solver_core/contact/contact_assembly.hpp"
#include "solver_core/contact/contact_surface.hpp"
#include "solver_core/contact/crossed_pair.hpp"
#include "solver_core/contact/obstacle_contact.hpp"
#include "solver_core/contact/pair_search.hpp"
#include "solver_core/contact/proximity.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace stiction {
namespace {

template <class T>
std::uint64_t hash_values(const std::vector<T>& values, std::uint64_t seed)
{
    return hash_bytes(values.data(), values.size() * sizeof(T), seed ^ values.size());
}

// What the kept surface was built from: topology and rest shape. A workspace that meets another one starts
// again.
std::uint64_t surface_hash(const ContactGeometry& geometry)
{
    std::uint64_t hash = hash_values(geometry.triangles, 1);
    hash = hash_values(geometry.triangle_object, hash);
    hash = hash_values(geometry.edges, hash);
    hash = hash_values(geometry.node_object, hash);
    hash = hash_values(geometry.rest, hash);
    hash = hash_bytes(&geometry.self_contact, sizeof geometry.self_contact, hash);
    for (const bool solid : geometry.object_is_solid) hash = hash_bytes(&solid, sizeof solid, hash);
    for (const Collider& collider : geometry.colliders) {
        const auto* mesh = std::get_if<MeshShape>(&collider.shape);
        const std::uint64_t kind = (mesh && mesh->closed ? 100U : 0U) + collider.shape.index();
        hash = hash_bytes(&kind, sizeof kind, hash);
        if (mesh) hash = hash_values(mesh->mesh.triangles, hash ^ mesh->mesh.positions.size());
    }
    return hash;
}

}  // namespace

struct DetectWorkspace::Impl {
    std::uint64_t hash = 0;
    bool built = false;
    ContactSurface surface;
    ObstacleBuffers obstacle;
    std::vector<ObstacleContact> vertices, faces;
    PairBuffers search;
    PairContacts pairs;
    AssemblyBuffers assembly;
    std::vector<const PairContact*> passing;
};

DetectWorkspace::DetectWorkspace() : impl(std::make_unique<Impl>()) {}
DetectWorkspace::~DetectWorkspace() = default;
DetectWorkspace::DetectWorkspace(DetectWorkspace&&) noexcept = default;
DetectWorkspace& DetectWorkspace::operator=(DetectWorkspace&&) noexcept = default;

void detect(const ContactGeometry& geometry, const DetectQuery& query, DetectWorkspace& work,
            ContactSet& contacts)
{
    assert(query.x.size() == geometry.node_object.size() && query.v.size() == query.x.size());
    DetectWorkspace::Impl& w = *work.impl;
    const std::uint64_t hash = surface_hash(geometry);
    if (!w.built || w.hash != hash) {
        w.surface.build(geometry, query.x);
        w.hash = hash;
        w.built = true;
    }
    w.surface.begin_step(geometry, query);
    w.vertices.clear();
    w.faces.clear();
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c)
        if (is_convex(geometry.colliders[c].shape))
            find_obstacle_contacts(geometry, w.surface, static_cast<Index>(c), query.time, w.obstacle,
                                   w.vertices, w.faces);
    find_pair_contacts(geometry, w.surface, w.search, w.pairs);
    assemble_contacts(geometry, w.surface, w.vertices, w.faces, w.pairs, w.assembly, contacts);
}

void detect_passing(const ContactGeometry& geometry, Span<const Vec3> v, DetectWorkspace& work,
                    ContactSet& contacts)
{
    // What passes starts apart and ends on the other side: a little thickness covers the rounding of bounds.
    constexpr double kThin = 0.02;
    DetectWorkspace::Impl& w = *work.impl;
    assert(w.built && v.size() == geometry.node_object.size());
    if (w.surface.pairs_wanted) w.surface.follow(v, kThin);
    find_passing_pairs(geometry, w.surface, w.search, w.passing);
    const auto crossed = [&](const PairContact* pair) { return is_crossed(w.surface, *pair); };
    w.passing.erase(std::remove_if(w.passing.begin(), w.passing.end(), crossed), w.passing.end());
    assemble_passing(geometry, w.passing, w.assembly, contacts);
}

void detect_entering(const ContactGeometry& geometry, Span<const Vec3> v, double time,
                     const EnteringLimits& limits, DetectWorkspace& work, ContactSet& contacts)
{
    DetectWorkspace::Impl& w = *work.impl;
    assert(w.built && v.size() == geometry.node_object.size());
    w.surface.take_velocities(v);
    w.vertices.clear();
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c)
        if (is_convex(geometry.colliders[c].shape))
            find_entering_nodes(geometry, w.surface, static_cast<Index>(c), time, limits, w.obstacle,
                                w.vertices);
    assemble_entering(geometry, w.vertices, w.assembly, contacts);
}

void init_obstacle_offsets(ContactGeometry& geometry, Span<const Vec3> x, double time)
{
    geometry.obstacle_offset.clear();
    ContactSurface surface;
    surface.build(geometry, x);
    const Vec3Array still(x.size(), Vec3::Zero());
    DetectQuery query;
    query.x = x;
    query.v = still;
    query.time = time;
    surface.begin_step(geometry, query);

    std::vector<std::vector<double>> offset(geometry.colliders.size(), geometry.radius);
    const auto keep_start = [&](std::size_t c, Index node, double distance) {
        double& value = offset[c][at(node)];
        value = std::min(value, std::max(0.0, distance - geometry.colliders[c].radius));
    };
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c) {
        if (!is_convex(geometry.colliders[c].shape)) continue;
        const ObstacleFrame frame(geometry.colliders[c], static_cast<Index>(c), time, 0.0);
        for (const Index node : geometry.vertices)
            keep_start(c, node, signed_distance(*frame.shape, frame.local0(x[at(node)])).phi);
    }
    for (std::size_t o = at(surface.deformable_objects); o < surface.object_collider.size(); ++o) {
        if (surface.trees[o].empty()) continue;
        const auto object = static_cast<Index>(o);
        for (const Index node : geometry.vertices) {
            const NearestTriangle nearest = nearest_triangle(surface, object, x[at(node)]);
            PairContact inside;
            const bool below = can_be_inside(geometry, surface, node, object) &&
                               vertex_inside_contact(geometry, surface, node, nearest, inside);
            const double distance = std::sqrt(nearest.distance2);
            keep_start(at(surface.object_collider[o]), node, below ? -distance : distance);
        }
    }
    geometry.obstacle_offset = std::move(offset);
}

}  // namespace stiction
