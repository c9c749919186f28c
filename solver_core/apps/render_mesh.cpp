#include "solver_core/apps/render_mesh.hpp"

#include <cmath>

namespace stiction {
namespace {

// Front and back of sheets, sRGB: muted, far apart in hue, readable for the colour-blind by lightness.
struct Dye {
    std::array<int, 3> front;
    std::array<int, 3> back;
};
constexpr Dye kDyes[] = {
    {{196, 78, 62}, {226, 152, 126}},   // terracotta
    {{38, 108, 134}, {112, 168, 184}},  // petrol
    {{222, 164, 58}, {240, 206, 138}},  // ochre
    {{88, 84, 150}, {150, 146, 196}},   // iris
    {{86, 134, 88}, {152, 186, 146}},   // sage
    {{164, 84, 122}, {208, 148, 176}},  // mallow
    {{94, 104, 116}, {156, 164, 174}},  // slate
    {{168, 114, 76}, {212, 172, 138}},  // tan
};
constexpr std::array<int, 3> kStones[] = {{202, 200, 196}, {178, 184, 190}, {206, 196, 180}, {168, 170, 168}};

double to_linear(int srgb)
{
    const double c = srgb / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Vec3 to_linear(const std::array<int, 3>& srgb)
{
    return {to_linear(srgb[0]), to_linear(srgb[1]), to_linear(srgb[2])};
}

}  // namespace

void compute_normals(RenderMesh& mesh, double crease)
{
    const double least_cosine = std::cos(crease * 3.14159265358979323846 / 180.0);
    Vec3Array areas(mesh.triangles.size());  // twice the area, along the normal
    std::vector<std::vector<Index>> around(mesh.positions.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& corner = mesh.triangles[t];
        const Vec3& a = mesh.positions[corner[0]];
        areas[t] = (mesh.positions[corner[1]] - a).cross(mesh.positions[corner[2]] - a);
        for (int k = 0; k < 3; ++k) around[corner[k]].push_back(static_cast<Index>(t));
    }
    mesh.normals.resize(mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Vec3 own = areas[t].normalized();
        for (int k = 0; k < 3; ++k) {
            Vec3 sum = Vec3::Zero();
            for (const Index other : around[mesh.triangles[t][k]])
                if (own.dot(areas[other].normalized()) >= least_cosine) sum += areas[other];
            mesh.normals[t][k] = sum.squaredNorm() > 0.0 ? sum.normalized() : own;
        }
    }
}

RenderMaterial cloth_material(std::size_t object)
{
    const Dye& dye = kDyes[object % std::size(kDyes)];
    RenderMaterial material;
    material.front = to_linear(dye.front);
    material.back = to_linear(dye.back);
    material.gloss = 0.03;
    material.is_wired = true;
    return material;
}

RenderMaterial soft_material(std::size_t object)
{
    RenderMaterial material = cloth_material(object);
    material.back = material.front;
    material.gloss = 0.12;
    return material;
}

RenderMaterial collider_material(std::size_t collider)
{
    RenderMaterial material;
    material.front = to_linear(kStones[collider % std::size(kStones)]);
    material.back = material.front;
    material.gloss = 0.08;
    return material;
}

}  // namespace stiction
