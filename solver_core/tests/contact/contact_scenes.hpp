#pragma once

// Small surfaces and geometries for the contact tests.

#include "solver_core/contact/detect.hpp"

#include <random>

namespace stiction::contact_tests {

using Random = std::mt19937;

double uniform(Random& random, double lo, double hi);
Vec3 uniform_vec(Random& random, double half);

// (nx + 1)(nz + 1) points in the plane y = 0, centred; diagonals alternate; normals +y.
SurfaceMesh grid(Index nx, Index nz, double size_x, double size_z);
SurfaceMesh box_surface(const Vec3& half);                // 8 points, 12 triangles, outward
SurfaceMesh ball_surface(double radius, Index segments);  // outward, closed
SurfaceMesh moved(SurfaceMesh mesh, const Vec3& by);

// A geometry of deformable objects built up piece by piece. Friction is 0.1 (row + 1) + 0.01 column between
// objects and 0.5 + 0.1 row + 0.01 column with colliders, so that a wrong look-up shows.
struct Pieces {
    ContactGeometry geometry;
    Vec3Array x, v;
    Vec3Array v_carried;  // empty: as v

    Index add(const SurfaceMesh& mesh, double radius, bool solid = false);
    Index add_collider(const Shape& shape, const Vec3& at = Vec3::Zero(), double radius = 0.0);
    ContactGeometry& finish();  // edges, vertices, friction tables
    DetectQuery query(double step = 0.005, double time = 0.0) const;
};

ContactSet run_detect(const Pieces& pieces, double step = 0.005, double time = 0.0);
// The same result by looking at every pair of features, one thread, no trees.
ContactSet detect_brute_force(const ContactGeometry& geometry, const DetectQuery& query);

Index count_kind(const ContactSet& contacts, ContactKind kind);
// Bit for bit; reports the first difference.
void expect_identical(const ContactSet& a, const ContactSet& b);
// Keys sorted and unique, finite numbers, unit normals, weights that sum as the contract says.
void expect_valid(const ContactSet& contacts);

}  // namespace stiction::contact_tests
