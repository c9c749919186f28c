#pragma once

// What a distant light sees: the height of the nearest surface, on a square lattice across the light's direction.

#include "solver_core/apps/render_mesh.hpp"

#include <vector>

namespace stiction {

class ShadowMap {
public:
    // Covers a ball; `towards` points to the light.
    ShadowMap(const Vec3& towards, const Vec3& centre, double radius, Index size);

    void draw(const RenderMesh& mesh);

    const Vec3& towards() const { return towards_; }
    double texel() const { return texel_; }  // m

    // Share of the light that reaches `point`: the four texels around, weighted bilinearly.
    double reach(const Vec3& point) const;

    // The same for a light of a given size (tangent of its half angle): the further the blocker, the wider the edge.
    // `normal` is the receiver's, so that its own plane does not shade it; `turn` rotates the pattern of samples.
    double soft_reach(const Vec3& point, const Vec3& normal, double light_size, double turn) const;

private:
    struct Place {
        double x, y;    // texels
        double height;  // m, towards the light
    };
    Place place_of(const Vec3& point) const;
    float at(Index x, Index y) const
    {
        return heights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_) +
                        static_cast<std::size_t>(x)];
    }
    bool covers(double x, double y) const { return x >= 0.0 && y >= 0.0 && x < size_ && y < size_; }
    void draw_triangle(const Place& a, const Place& b, const Place& c);

    Vec3 towards_, across_, along_, centre_;
    Vec3 column_, row_;  // across_ and along_, texels a metre
    double radius_;
    double texel_;
    Index size_;
    // Outside this box nothing was drawn.
    double drawn_x0_ = 1e300, drawn_x1_ = -1e300, drawn_y0_ = 1e300, drawn_y1_ = -1e300;
    std::vector<float> heights_;
};

}  // namespace stiction
