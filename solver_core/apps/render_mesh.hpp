#pragma once

// What is drawn: triangle meshes with colours, and grounds.

#include "solver_core/contact/collider.hpp"
#include "solver_core/mesh/surface_mesh.hpp"

#include <array>
#include <vector>

namespace stiction {

// Colours are linear red, green, blue from 0 to 1.
struct RenderMaterial {
    Vec3 front = Vec3::Constant(0.6);
    Vec3 back = Vec3::Constant(0.6);  // of a sheet, seen where the winding is clockwise
    double gloss = 0.0;               // strength of the highlight
    int sectors = 0;                  // pairs of sectors about the body's y axis, so that a spin is seen
    bool is_wired = false;            // drawn with its edges when these are asked for
};

struct RenderMesh {
    Vec3Array positions;
    std::vector<Triangle> triangles;
    std::vector<std::array<Vec3, 3>> normals;  // one a corner
    RigidPose pose;                            // of the body whose sectors are shown
    RenderMaterial material;
    bool is_collider = false;  // what lies on it is drawn before it
};

// A plane that takes shadows and fades into the background around the focus.
struct RenderGround {
    Vec3 origin = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();
    Vec3 axis_x = Vec3::UnitX();
    Vec3 axis_z = Vec3::UnitZ();
    double tile = 0.0;  // side of a checker tile, m; 0: plain
};

struct RenderScene {
    std::vector<RenderMesh> meshes;
    std::vector<RenderGround> grounds;
    Vec3 focus = Vec3::Zero();  // of the whole run: centre and radius of what moves and what is near it
    double radius = 1.0;
};

// Area-weighted normals; at a corner only triangles within `crease` degrees of its own are averaged.
void compute_normals(RenderMesh& mesh, double crease);

RenderMaterial cloth_material(std::size_t object);
RenderMaterial soft_material(std::size_t object);
RenderMaterial collider_material(std::size_t collider);

}  // namespace stiction
