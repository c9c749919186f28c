#include "solver_core/apps/render_picture.hpp"

#include "solver_core/apps/render_light.hpp"
#include "solver_core/apps/render_raster.hpp"
#include "solver_core/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace stiction {
namespace {

constexpr Index kTile = 32;    // pixels
constexpr Index kSamples = 3;  // a pixel, each way
constexpr Index kSide = kTile * kSamples;
constexpr Index kBackground = -1;  // grounds are -2, -3, ...

double sample_place(Index sample) { return (sample + 0.5) / kSamples; }

std::uint8_t to_srgb(double linear)
{
    const double c = std::clamp(linear, 0.0, 1.0);
    const double s = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1.0 / 2.4) - 0.055;
    return static_cast<std::uint8_t>(std::lround(255.0 * s));
}

// An angle that differs from pixel to pixel with no pattern of its own (interleaved gradient noise).
double pixel_turn(Index x, Index y)
{
    const double inner = 0.06711056 * x + 0.00583715 * y;
    const double outer = 52.9829189 * (inner - std::floor(inner));
    return 6.28318530717958648 * (outer - std::floor(outer));
}

struct Tile {
    Index x0, y0, x1, y1;  // pixels
    std::array<float, kSide * kSide> inverse_depth;
    std::array<Index, kSide * kSide> owner;
};

class Painter {
public:
    Painter(const RenderScene& scene, const RenderCamera& camera, const RenderOptions& options)
        : scene_(scene),
          camera_(camera),
          options_(options),
          light_(scene, camera),
          triangles_(project_triangles(scene, camera)),
          image_(camera.width, camera.height),
          tiles_x_((camera.width + kTile - 1) / kTile),
          tiles_y_((camera.height + kTile - 1) / kTile)
    {
        sort_into_tiles();
    }

    PixelImage paint()
    {
        parallel_for(tiles_x_ * tiles_y_, 1, [&](Index tile) { paint_tile(tile); });
        return std::move(image_);
    }

private:
    void sort_into_tiles();
    void paint_tile(Index number);
    void draw_ground(Tile& tile, Index ground) const;
    void draw_triangle(Tile& tile, Index number) const;
    void resolve_pixel(const Tile& tile, Index x, Index y);
    Vec3 colour_of(Index owner, double x, double y, double turn) const;
    Vec3 triangle_colour(const RasterTriangle& triangle, double x, double y, double turn) const;

    const RenderScene& scene_;
    const RenderCamera& camera_;
    const RenderOptions options_;
    RenderLight light_;
    std::vector<RasterTriangle> triangles_;
    std::vector<std::vector<Index>> bins_;  // triangles that may touch a tile, ascending
    PixelImage image_;
    Index tiles_x_, tiles_y_;
};

void Painter::sort_into_tiles()
{
    bins_.resize(static_cast<std::size_t>(tiles_x_ * tiles_y_));
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        const RasterTriangle& triangle = triangles_[t];
        const auto tile_of = [](double place, Index count) {
            return std::min(count - 1, static_cast<Index>(place) / kTile);
        };
        for (Index y = tile_of(triangle.y0, tiles_y_); y <= tile_of(triangle.y1, tiles_y_); ++y)
            for (Index x = tile_of(triangle.x0, tiles_x_); x <= tile_of(triangle.x1, tiles_x_); ++x)
                bins_[static_cast<std::size_t>(y * tiles_x_ + x)].push_back(static_cast<Index>(t));
    }
}

void Painter::draw_triangle(Tile& tile, Index number) const
{
    const RasterTriangle& triangle = triangles_[static_cast<std::size_t>(number)];
    const auto first = [](double place, Index start) {
        return std::max(Index(0), static_cast<Index>(std::floor((place - start) * kSamples - 0.5)));
    };
    const auto last = [](double place, Index start, Index end) {
        return std::min((end - start) * kSamples - 1,
                        static_cast<Index>(std::ceil((place - start) * kSamples - 0.5)));
    };
    const Index i0 = first(triangle.x0, tile.x0), i1 = last(triangle.x1, tile.x0, tile.x1);
    const Index j0 = first(triangle.y0, tile.y0), j1 = last(triangle.y1, tile.y0, tile.y1);
    for (Index j = j0; j <= j1; ++j) {
        const double y = tile.y0 + sample_place(j);
        for (Index i = i0; i <= i1; ++i) {
            const double x = tile.x0 + sample_place(i);
            if (triangle.weight[0](x, y) < 0.0 || triangle.weight[1](x, y) < 0.0 ||
                triangle.weight[2](x, y) < 0.0)
                continue;
            const auto inverse = static_cast<float>(triangle.inverse_depth(x, y));
            const auto at = static_cast<std::size_t>(j * kSide + i);
            if (inverse <= tile.inverse_depth[at]) continue;
            tile.inverse_depth[at] = inverse;
            tile.owner[at] = number;
        }
    }
}

// The ray eye + t d meets the plane n . (x - o) = 0 at 1 / t = n . d / n . (o - eye).
void Painter::draw_ground(Tile& tile, Index ground) const
{
    const RenderGround& plane = scene_.grounds[static_cast<std::size_t>(ground)];
    const double above = plane.normal.dot(camera_.eye - plane.origin);
    if (above <= 0.0) return;  // from below it is glass
    const double factor = collider_depth_factor(scene_, camera_);
    for (Index j = 0; j < (tile.y1 - tile.y0) * kSamples; ++j) {
        for (Index i = 0; i < (tile.x1 - tile.x0) * kSamples; ++i) {
            const Vec3 ray = camera_.ray(tile.x0 + sample_place(i), tile.y0 + sample_place(j));
            const double inverse = -plane.normal.dot(ray) / above;
            const auto counted = static_cast<float>(factor * inverse);
            const auto at = static_cast<std::size_t>(j * kSide + i);
            if (counted <= tile.inverse_depth[at]) continue;
            if (light_.ground_share(camera_.eye + ray / inverse) <= 0.0) continue;
            tile.inverse_depth[at] = counted;
            tile.owner[at] = kBackground - 1 - ground;
        }
    }
}

Vec3 Painter::triangle_colour(const RasterTriangle& triangle, double x, double y, double turn) const
{
    const RenderMesh& mesh = scene_.meshes[static_cast<std::size_t>(triangle.mesh)];
    const Triangle& node = mesh.triangles[triangle.triangle];
    const std::array<Vec3, 3>& normals = mesh.normals[triangle.triangle];
    std::array<double, 3> w;
    for (int i = 0; i < 3; ++i) w[i] = std::max(0.0, triangle.weight[i](x, y));
    const double sum = std::max(w[0] + w[1] + w[2], 1e-300);

    RenderPoint point;
    point.position.setZero();
    point.normal.setZero();
    for (int i = 0; i < 3; ++i) {
        point.position += w[i] / sum * mesh.positions[node[i]];
        point.normal += w[i] / sum * normals[i];
    }
    const Vec3& a = mesh.positions[node[0]];
    const Vec3 face = (mesh.positions[node[1]] - a).cross(mesh.positions[node[2]] - a);
    point.is_front = face.dot(camera_.eye - a) > 0.0;
    if (!point.is_front) point.normal = -point.normal;
    point.normal.normalize();
    point.footprint = camera_.pixel / triangle.inverse_depth(x, y);
    point.turn = turn;
    Vec3 colour = light_.shade(mesh, point);
    if (options_.wireframe && mesh.material.is_wired) {
        double nearest = 1e9;  // distance to an edge, pixels
        for (int i = 0; i < 3; ++i)
            nearest = std::min(nearest, w[i] / std::hypot(triangle.weight[i].a, triangle.weight[i].b));
        colour *= 1.0 - 0.55 * std::clamp(1.0 - nearest, 0.0, 1.0);
    }
    return colour;
}

Vec3 Painter::colour_of(Index owner, double x, double y, double turn) const
{
    if (owner >= 0) return triangle_colour(triangles_[static_cast<std::size_t>(owner)], x, y, turn);
    const Vec3 behind = light_.background(x, y);
    if (owner == kBackground) return behind;
    const RenderGround& ground = scene_.grounds[static_cast<std::size_t>(kBackground - 1 - owner)];
    const Vec3 ray = camera_.ray(x, y);
    const double depth = -ground.normal.dot(camera_.eye - ground.origin) / ground.normal.dot(ray);
    RenderPoint point;
    point.position = camera_.eye + depth * ray;
    point.normal = ground.normal;
    point.footprint = camera_.pixel * depth;
    point.turn = turn;
    return light_.shade_ground(ground, point, behind);
}

// Every surface in the pixel is shaded once, in the middle of the samples it owns.
void Painter::resolve_pixel(const Tile& tile, Index x, Index y)
{
    std::array<Index, kSamples * kSamples> owners;
    for (Index s = 0; s < kSamples * kSamples; ++s)
        owners[s] = tile.owner[static_cast<std::size_t>(((y - tile.y0) * kSamples + s / kSamples) * kSide +
                                                        (x - tile.x0) * kSamples + s % kSamples)];
    const double turn = pixel_turn(x, y);
    Vec3 colour = Vec3::Zero();
    std::array<bool, kSamples* kSamples> is_done = {};
    for (Index s = 0; s < kSamples * kSamples; ++s) {
        if (is_done[s]) continue;
        int count = 0;
        double sum_x = 0.0, sum_y = 0.0;
        for (Index r = s; r < kSamples * kSamples; ++r) {
            if (owners[r] != owners[s]) continue;
            is_done[r] = true;
            ++count;
            sum_x += sample_place(r % kSamples);
            sum_y += sample_place(r / kSamples);
        }
        colour += count * colour_of(owners[s], x + sum_x / count, y + sum_y / count, turn);
    }
    std::uint8_t* pixel = image_.pixel(x, y);
    for (int k = 0; k < 3; ++k) pixel[k] = to_srgb(colour[k] / (kSamples * kSamples));
}

void Painter::paint_tile(Index number)
{
    const auto tile = std::make_unique<Tile>();
    tile->x0 = number % tiles_x_ * kTile;
    tile->y0 = number / tiles_x_ * kTile;
    tile->x1 = std::min(camera_.width, tile->x0 + kTile);
    tile->y1 = std::min(camera_.height, tile->y0 + kTile);
    tile->inverse_depth.fill(0.0F);
    tile->owner.fill(kBackground);
    for (std::size_t g = 0; g < scene_.grounds.size(); ++g) draw_ground(*tile, static_cast<Index>(g));
    for (const Index t : bins_[static_cast<std::size_t>(number)]) draw_triangle(*tile, t);
    for (Index y = tile->y0; y < tile->y1; ++y)
        for (Index x = tile->x0; x < tile->x1; ++x) resolve_pixel(*tile, x, y);
}

}  // namespace

PixelImage render_picture(const RenderScene& scene, const RenderCamera& camera, const RenderOptions& options)
{
    return Painter(scene, camera, options).paint();
}

}  // namespace stiction
