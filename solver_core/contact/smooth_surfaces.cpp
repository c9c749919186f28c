#include "solver_core/contact/smooth_surfaces.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/contact/convex_distance.hpp"
#include "solver_core/contact/mesh_motion.hpp"
#include "solver_core/contact/mls_jacobian.hpp"
#include "solver_core/contact/obstacle_contact.hpp"
#include "solver_core/contact/rest_neighbours.hpp"
#include "solver_core/mesh/topology.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

// Neighbours at rest are looked for so much farther than a sample reaches: ways along edges are longer than ways over the
// surface, and a deformation brings closer what was out of reach.
constexpr double kRestSlack = 1.5;

SmoothSettings settings_of(const std::vector<SmoothSettings>& all, Index i)
{
    if (all.empty()) return {};
    return all.size() == 1 ? all[0] : all[at(i)];
}

// Refuses an open surface, with the first border edge and how many there are.
void check_closed(const std::string& where, Index nodes, Span<const Triangle> triangles)
{
    const SurfaceTopology topology = build_surface_topology(nodes, triangles);
    const auto border = first_boundary_edge(topology);
    if (!border) return;
    throw InputError(
        where,
        fmt::format("the mesh is open: {} boundary edges, the first from point {} to point {}; a smooth "
                    "surface needs a closed mesh, surface.gaps \"mesh\" does not",
                    topology.boundary_edges.size(), (*border)[0], (*border)[1]));
}

template <class Work>
void with_place(const std::string& where, Work&& work)
{
    try {
        work();
    } catch (const InputError& error) {
        if (!error.where().empty()) throw;
        throw InputError(where, error.what());
    }
}

void set_point_constraint(Index node, double gap, const Vec3& gradient, SmoothConstraint& out)
{
    out.known = true;
    out.gap = gap;
    out.gradient = gradient;
    out.gradient_norm = gradient.norm();
    out.normal = out.gradient_norm > kFlatGradient ? Vec3(gradient / out.gradient_norm) : Vec3(Vec3::UnitY());
    out.node.assign(1, node);
    out.gap_gradient.assign(1, gradient);
}

}  // namespace

Index DeformableCarrier::row_of(Index node) const
{
    const auto place = std::lower_bound(vertices.begin(), vertices.end(), node);
    return place != vertices.end() && *place == node ? static_cast<Index>(place - vertices.begin()) : -1;
}

void SmoothSurfaces::build(const ContactGeometry& geometry, const SmoothOptions& options, Span<const Vec3> x)
{
    geometry_ = &geometry;
    options_ = options;
    const std::size_t objects = geometry.object_is_solid.size();
    deformable_.clear();
    carrier_of_object_.assign(objects, -1);
    for (std::size_t o = 0; o < objects; ++o) {
        const bool carries =
            options.carries.empty() ? bool(geometry.object_is_solid[o]) : bool(options.carries[o]);
        if (carries) build_carrier(static_cast<Index>(o), x);
    }
    colliders_.assign(geometry.colliders.size(), {});
    for (std::size_t c = 0; c < geometry.colliders.size(); ++c) build_collider(static_cast<Index>(c));
}

void SmoothSurfaces::build_carrier(Index object, Span<const Vec3> x)
{
    const std::string where =
        options_.object_place.empty() ? fmt::format("object {}", object) : options_.object_place[at(object)];
    if (!geometry_->object_is_solid[at(object)])
        throw InputError(
            where,
            "cloth cannot carry a smooth surface: it has no inside; let its vertices collide with solids "
            "and colliders");
    const SmoothSettings settings = settings_of(options_.object, object);
    if (settings.samples != MlsSampleKind::triangle)
        throw InputError(
            where,
            "a surface that deforms is sampled at its triangles; samples at vertices have no derivative "
            "here and serve colliders");
    DeformableCarrier carrier;
    carrier.object = object;
    std::vector<Triangle> triangles;
    for (std::size_t t = 0; t < geometry_->triangles.size(); ++t)
        if (geometry_->triangle_object[t] == object) triangles.push_back(geometry_->triangles[t]);
    check_closed(where, static_cast<Index>(x.size()), triangles);
    const Span<const Vec3> rest = geometry_->rest.empty() ? x : Span<const Vec3>(geometry_->rest);
    with_place(where, [&] { carrier.pieces.build(triangles, rest, settings); });
    for (const Triangle& t : triangles)
        for (int k = 0; k < 3; ++k) carrier.nodes.push_back(t[k]);
    std::sort(carrier.nodes.begin(), carrier.nodes.end());
    carrier.nodes.erase(std::unique(carrier.nodes.begin(), carrier.nodes.end()), carrier.nodes.end());
    for (const Index node : carrier.nodes)
        carrier.radius = std::max(carrier.radius, geometry_->radius[at(node)]);
    if (collides(object, object)) build_self_contact(carrier, rest);
    carrier.pieces.update(x);
    carrier_of_object_[at(object)] = static_cast<Index>(deformable_.size());
    deformable_.push_back(std::move(carrier));
}

void SmoothSurfaces::build_self_contact(DeformableCarrier& carrier, Span<const Vec3> rest)
{
    const double reach = carrier.pieces.reach();
    carrier.vertices = carrier.nodes;
    std::vector<Triangle> all;
    std::vector<std::pair<Index, Index>> place;  // piece and sample of each of them
    for (Index i = 0; i < carrier.pieces.size(); ++i)
        for (std::size_t s = 0; s < carrier.pieces.piece(i).samples().triangles.size(); ++s) {
            all.push_back(carrier.pieces.piece(i).samples().triangles[s]);
            place.emplace_back(i, static_cast<Index>(s));
        }
    const Adjacency hidden =
        rest_neighbours(all, rest, carrier.vertices, kRestSlack * reach, kRestSlack * reach);
    carrier.excluded = {};
    for (Index row = 0; row < hidden.rows(); ++row)
        for (Index i = 0; i < carrier.pieces.size(); ++i) {
            for (const Index t : hidden[row])
                if (place[at(t)].first == i) carrier.excluded.items.push_back(place[at(t)].second);
            carrier.excluded.offsets.push_back(static_cast<Index>(carrier.excluded.items.size()));
        }
    // Parts that are closer at rest than the thickness touch at half their rest distance, as everywhere.
    SmoothScratch scratch;
    carrier.self_offset.assign(carrier.vertices.size(), 0.0);
    for (std::size_t row = 0; row < carrier.vertices.size(); ++row) {
        const Index node = carrier.vertices[row];
        double& offset = carrier.self_offset[row];
        offset = geometry_->radius[at(node)] + carrier.radius;
        carrier.pieces.evaluate(rest[at(node)], scratch.pieces, excluded_of(carrier, node, scratch));
        if (scratch.pieces.known)
            offset =
                std::min(offset, scratch.pieces.psi > 0.0 ? 0.5 * scratch.pieces.psi : scratch.pieces.psi);
    }
}

std::string SmoothSurfaces::collider_place(Index collider) const
{
    if (!options_.collider_place.empty()) return options_.collider_place[at(collider)];
    const std::string& name = geometry_->colliders[at(collider)].name;
    return name.empty() ? fmt::format("collider {}", collider) : name;
}

void SmoothSurfaces::build_collider(Index collider)
{
    const Collider& source = geometry_->colliders[at(collider)];
    ColliderCarrier& carrier = colliders_[at(collider)];
    carrier.is_smooth = !is_convex(source.shape) &&
                        (options_.collider_carries.empty() || options_.collider_carries[at(collider)]);
    if (!carrier.is_smooth) return;
    const std::string where = collider_place(collider);
    if (const auto* points = std::get_if<PointsShape>(&source.shape)) {
        with_place(where, [&] {
            carrier.pieces.build_points(points->positions, points->normals,
                                        settings_of(options_.collider, collider));
        });
        return;
    }
    const auto* mesh = std::get_if<MeshShape>(&source.shape);
    check_closed(where, static_cast<Index>(mesh->mesh.positions.size()), mesh->mesh.triangles);
    carrier.deforms = !mesh->frame_times.empty();
    with_place(where, [&] {
        carrier.pieces.build(mesh->mesh.triangles, mesh->mesh.positions,
                             settings_of(options_.collider, collider));
    });
    if (carrier.deforms) carrier.pieces_start = carrier.pieces;
}

void SmoothSurfaces::update(Span<const Vec3> x, double time, double step)
{
    collapsed_ = 0;
    for (DeformableCarrier& carrier : deformable_) collapsed_ += carrier.pieces.update(x);
    for (std::size_t c = 0; c < colliders_.size(); ++c) {
        ColliderCarrier& carrier = colliders_[c];
        const Collider& source = geometry_->colliders[c];
        const RigidPose pose0 = pose_at(source, time), pose1 = pose_at(source, time + step);
        carrier.rotation0 = pose0.rotation.toRotationMatrix();
        carrier.rotation1 = pose1.rotation.toRotationMatrix();
        carrier.origin0 = pose0.translation;
        carrier.origin1 = pose1.translation;
        if (!carrier.deforms) continue;
        const auto& shape = std::get<MeshShape>(source.shape);
        carrier.local_start.resize(shape.mesh.positions.size());
        carrier.local_end.resize(shape.mesh.positions.size());
        mesh_shape_at(shape, time, carrier.local_start);
        mesh_shape_at(shape, time + step, carrier.local_end);
        collapsed_ += carrier.pieces.update(carrier.local_end);
        carrier.pieces_start.update(carrier.local_start);
    }
}

bool SmoothSurfaces::collides(Index object, Index carrier) const
{
    if (!geometry_->self_contact) return false;
    if (object == carrier && !geometry_->object_self_contact[at(object)]) return false;
    return options_.collides.empty() || options_.collides[at(object)][at(carrier)];
}

Span<const Span<const Index>> SmoothSurfaces::excluded_of(const DeformableCarrier& carrier, Index node,
                                                          SmoothScratch& scratch) const
{
    if (geometry_->node_object[at(node)] != carrier.object) return {};
    const Index row = carrier.row_of(node);
    STICTION_ASSERT(row >= 0);
    scratch.excluded.clear();
    for (Index i = 0; i < carrier.pieces.size(); ++i)
        scratch.excluded.push_back(carrier.excluded[row * carrier.pieces.size() + i]);
    return scratch.excluded;
}

double SmoothSurfaces::radii(const DeformableCarrier& carrier, Index node) const
{
    if (geometry_->node_object[at(node)] == carrier.object)
        return carrier.self_offset[at(carrier.row_of(node))];
    return geometry_->radius[at(node)] + carrier.radius;
}

double SmoothSurfaces::radii(Index collider, Index node) const
{
    return obstacle_offset(*geometry_, collider, node) + geometry_->colliders[at(collider)].radius;
}

const DeformableCarrier& SmoothSurfaces::carrier_of(const ContactKey& key) const
{
    const Index carrier = carrier_of_object_[at(feature_object(key.b))];
    STICTION_ASSERT(carrier >= 0);
    return deformable_[at(carrier)];
}

bool SmoothSurfaces::knows(const ContactKey& key) const
{
    if (key.kind == ContactKind::vertex_smooth) return true;
    return key.kind == ContactKind::vertex_obstacle &&
           is_convex(geometry_->colliders[at(key.obstacle)].shape);
}

void SmoothSurfaces::evaluate(const ContactKey& key, Span<const Vec3> x, SmoothScratch& scratch,
                              SmoothConstraint& out) const
{
    const auto node = static_cast<Index>(key.a);
    const Index piece = feature_piece(key.b);
    out.known = false;
    if (key.obstacle >= 0) {
        const ColliderCarrier& collider = colliders_[at(key.obstacle)];
        const Vec3 local = collider.local1(x[at(node)]);
        if (!collider.is_smooth) {
            const SignedDistance here = signed_distance(geometry_->colliders[at(key.obstacle)].shape, local);
            set_point_constraint(node, here.phi - radii(key.obstacle, node), collider.rotation1 * here.normal,
                                 out);
            return;
        }
        collider.pieces.piece(piece).evaluate(local, scratch.stencil);
        if (!scratch.stencil.known) return;
        set_point_constraint(node, scratch.stencil.psi - radii(key.obstacle, node),
                             collider.rotation1 * scratch.stencil.gradient, out);
        return;
    }
    const DeformableCarrier& carrier = carrier_of(key);
    const Span<const Span<const Index>> excluded = excluded_of(carrier, node, scratch);
    const MlsSurface& surface = carrier.pieces.piece(piece);
    surface.evaluate(x[at(node)], scratch.stencil,
                     excluded.empty() ? Span<const Index>() : excluded[at(piece)]);
    if (!scratch.stencil.known) return;
    set_point_constraint(node, scratch.stencil.psi - radii(carrier, node), scratch.stencil.gradient, out);
    node_gradient(surface, scratch.stencil, scratch.nodes);
    out.node.insert(out.node.end(), scratch.nodes.node.begin(), scratch.nodes.node.end());
    out.gap_gradient.insert(out.gap_gradient.end(), scratch.nodes.gradient.begin(),
                            scratch.nodes.gradient.end());
}

void SmoothSurfaces::hessian(const ContactKey& key, Span<const Vec3> x, double lambda, SmoothScratch& scratch,
                             std::vector<Index>& node, Eigen::MatrixXd& block) const
{
    const auto point = static_cast<Index>(key.a);
    node.assign(1, point);
    block.setZero(3, 3);
    const Index piece = feature_piece(key.b);
    if (key.obstacle >= 0) {
        const ColliderCarrier& collider = colliders_[at(key.obstacle)];
        if (!collider.is_smooth) {
            const Shape& shape = geometry_->colliders[at(key.obstacle)].shape;
            block = lambda * (collider.rotation1 * distance_hessian(shape, collider.local1(x[at(point)])) *
                              collider.rotation1.transpose());
            return;
        }
        const MlsSurface& surface = collider.pieces.piece(piece);
        surface.evaluate(collider.local1(x[at(point)]), scratch.stencil);
        if (!scratch.stencil.known) return;
        block = lambda * (collider.rotation1 * mls_point_hessian(surface, scratch.stencil) *
                          collider.rotation1.transpose());
        return;
    }
    const DeformableCarrier& carrier = carrier_of(key);
    const Span<const Span<const Index>> excluded = excluded_of(carrier, point, scratch);
    const MlsSurface& surface = carrier.pieces.piece(piece);
    surface.evaluate(x[at(point)], scratch.stencil,
                     excluded.empty() ? Span<const Index>() : excluded[at(piece)]);
    if (!scratch.stencil.known) return;
    mls_hessian(surface, scratch.stencil, lambda, scratch.nodes, block);
    node.insert(node.end(), scratch.nodes.node.begin(), scratch.nodes.node.end());
}

}  // namespace stiction
