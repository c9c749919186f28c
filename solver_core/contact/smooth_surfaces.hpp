#pragma once

// The smooth surfaces of a scene and the constraints of points against them: gap(x) = Psi - radii >= 0, with derivatives, at
// whatever positions the surfaces are moved to. Detection (smooth_contacts.hpp) chooses the contacts; a Newton method
// re-evaluates them here between its iterations.
//
//   carriers   soft bodies: Psi of their triangles, which move with the nodes (unknowns)
//              mesh and point colliders: Psi in their own frame; the point is brought there, so a rigid one never moves
//              a sample
//   analytic   plane, sphere, box, capsule, cylinder: exact signed distance
//   radii      of the point + of the surface: the potential's level, not its zero, is the contact
//
// Cloth does not carry: an open sheet has no inside, and its potential has two sides. Its vertices collide.

#include "solver_core/contact/detect.hpp"
#include "solver_core/contact/mls_hessian.hpp"
#include "solver_core/contact/mls_pieces.hpp"
#include "solver_core/mesh/adjacency.hpp"

#include <string>

namespace stiction {

struct SmoothOptions {
    std::vector<SmoothSettings> object;    // by object; or one for all; empty: defaults
    std::vector<SmoothSettings> collider;  // by collider, of meshes and points; likewise
    std::vector<bool> carries;             // by object; empty: the solids do
    std::vector<bool> collider_carries;    // by collider, of meshes and points; empty: all do
    bool analytic_colliders = true;        // false: contacts with simple shapes are found elsewhere
    // [object][carrier]: vertices of the first against the surface of the second. Empty: all pairs, each with itself
    // only where ContactGeometry::object_self_contact says so. Of two solids both directions are on: each keeps the
    // vertices of the other out.
    std::vector<std::vector<bool>> collides;
    // What objects and colliders are called in messages. Empty: objects by number, colliders by name.
    std::vector<std::string> object_place, collider_place;
};

// One constraint at the current positions.
struct SmoothConstraint {
    bool known = false;  // false: the point is out of reach of every sample
    double gap = 0.0;    // m
    Vec3 normal = Vec3::UnitY();
    double gradient_norm = 1.0;    // |grad Psi|
    Vec3 gradient = Vec3::Zero();  // of the gap in the point
    std::vector<Index> node;       // the point first, then the surface's nodes
    Vec3Array gap_gradient;        // parallel to node
};

// Buffers of one thread.
struct SmoothScratch {
    PieceStencil pieces;
    MlsStencil stencil;
    NodeGradient nodes;
    std::vector<Span<const Index>> excluded;
    SmoothConstraint constraint;
    std::vector<Index> hessian_node;
};

// A soft body that carries a surface.
struct DeformableCarrier {
    Index object = 0;
    double radius = 0.0;  // half the thickness of the surface, m
    MlsPieces pieces;
    std::vector<Index> nodes;  // of its triangles, ascending
    // Self-contact: rows of samples left out, vertex by vertex and piece by piece, and the distance kept.
    std::vector<Index> vertices;
    Adjacency excluded;
    std::vector<double> self_offset;  // by vertex
    Index row_of(Index node) const;   // in vertices, -1 when there is no self-contact
};

// A collider during a step: poses at both ends, and the surface of a mesh in its frame at both ends.
struct ColliderCarrier {
    bool is_smooth = false, deforms = false;
    MlsPieces pieces;        // at the end
    MlsPieces pieces_start;  // of a deforming one
    Vec3Array local_start, local_end;
    Mat3 rotation0 = Mat3::Identity(), rotation1 = Mat3::Identity();
    Vec3 origin0 = Vec3::Zero(), origin1 = Vec3::Zero();
    Vec3 local0(const Vec3& x) const { return rotation0.transpose() * (x - origin0); }
    Vec3 local1(const Vec3& x) const { return rotation1.transpose() * (x - origin1); }
};

class SmoothSurfaces {
public:
    // `x` are the positions at rest or at the start; radii of influence come from them. Throws InputError that names
    // object or collider for: cloth or an open mesh that is to carry, triangles without area, a radius with holes.
    void build(const ContactGeometry& geometry, const SmoothOptions& options, Span<const Vec3> x);
    // Soft surfaces to x; colliders to their pose and shape over [time, time + step]: constraints hold at its end.
    void update(Span<const Vec3> x, double time, double step);

    // Whether evaluate knows the surface of a contact: a smooth one or a simple shape, not triangles.
    bool knows(const ContactKey& key) const;
    // The constraint of a contact with its point at x[key.a] and everything else where update left it.
    void evaluate(const ContactKey& key, Span<const Vec3> x, SmoothScratch& scratch,
                  SmoothConstraint& out) const;
    // lambda times the second derivative of its gap; rows as evaluate's nodes. The point's block alone for colliders.
    void hessian(const ContactKey& key, Span<const Vec3> x, double lambda, SmoothScratch& scratch,
                 std::vector<Index>& node, Eigen::MatrixXd& block) const;

    const ContactGeometry& geometry() const { return *geometry_; }
    const std::vector<DeformableCarrier>& deformable() const { return deformable_; }
    const std::vector<ColliderCarrier>& colliders() const { return colliders_; }
    bool collides(Index object, Index carrier) const;
    bool analytic_colliders() const { return options_.analytic_colliders; }
    // Samples of the carrier that `node` does not see, piece by piece; empty for nodes of other objects.
    Span<const Span<const Index>> excluded_of(const DeformableCarrier& carrier, Index node,
                                              SmoothScratch& scratch) const;
    // The level of Psi at which the point touches.
    double radii(const DeformableCarrier& carrier, Index node) const;
    double radii(Index collider, Index node) const;
    Index collapsed() const { return collapsed_; }  // triangles without area after the last update

private:
    void build_carrier(Index object, Span<const Vec3> x);
    void build_self_contact(DeformableCarrier& carrier, Span<const Vec3> x);
    void build_collider(Index collider);
    std::string collider_place(Index collider) const;
    const DeformableCarrier& carrier_of(const ContactKey& key) const;

    const ContactGeometry* geometry_ = nullptr;
    SmoothOptions options_;
    std::vector<DeformableCarrier> deformable_;
    std::vector<Index> carrier_of_object_;
    std::vector<ColliderCarrier> colliders_;
    Index collapsed_ = 0;
};

// b of a vertex_smooth contact's key.
constexpr std::int64_t smooth_feature(Index object, Index piece)
{
    return std::int64_t(object) + (std::int64_t(piece) << 32);
}
constexpr Index feature_piece(std::int64_t b) { return static_cast<Index>(b >> 32); }
constexpr Index feature_object(std::int64_t b) { return static_cast<Index>(b & 0xffffffff); }

}  // namespace stiction
