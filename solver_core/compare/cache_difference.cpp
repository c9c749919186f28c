#include "solver_core/compare/cache_difference.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/compare/nearest_surface.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction {
namespace {

constexpr Index kChunk = 256;
constexpr double kTimeShare = 1e-3;  // of a frame: times nearer than that are equal

using FramePair = std::pair<std::size_t, std::size_t>;

std::vector<FramePair> equal_times(const Cache& a, const Cache& b)
{
    const double margin = kTimeShare * std::min(a.frame_seconds(), b.frame_seconds());
    std::vector<FramePair> pairs;
    for (std::size_t i = 0, j = 0; i < a.times.size() && j < b.times.size();) {
        if (std::abs(a.times[i] - b.times[j]) <= margin)
            pairs.emplace_back(i++, j++);
        else if (a.times[i] < b.times[j])
            ++i;
        else
            ++j;
    }
    return pairs;
}

struct Apart {
    double mean = 0.0, max = 0.0;
};

// From the weighted points of a cache's frame to a surface.
Apart points_to_surface(const Cache& cache, const Vec3Array& x, const NearestSurface& surface)
{
    std::vector<double> distance(x.size());
    parallel_for(static_cast<Index>(x.size()), kChunk, [&](Index i) {
        const auto point = static_cast<std::size_t>(i);
        // Points inside a solid have a weight, but lie on no surface.
        distance[point] = cache.weight[point] > 0.0 ? surface.nearest(x[point]).distance : 0.0;
    });
    Apart apart;
    for (std::size_t i = 0; i < x.size(); ++i) {
        apart.mean += cache.weight[i] * distance[i];
        apart.max = std::max(apart.max, distance[i]);
    }
    return apart;
}

// The cache with weights on its surface alone.
Cache surface_of(const Cache& cache)
{
    if (cache.tets.empty()) return cache;
    Cache surface;
    GeometryTable table;
    for (const Triangle& t : cache.triangles) table.polygons.push_back({t[0], t[1], t[2]});
    for (std::size_t f = 0; f < cache.frames.size(); ++f) {
        table.positions = cache.positions[f];
        add_frame(surface, table, cache.frames[f], cache.times[f], cache.name);
    }
    return surface;
}

void measure_surfaces(const Cache& a, const Cache& b, const std::vector<FramePair>& pairs,
                      CacheDifference& out)
{
    NearestSurface surface_a({a.positions[pairs[0].first], a.triangles});
    NearestSurface surface_b({b.positions[pairs[0].second], b.triangles});
    double mean = 0.0, max = 0.0, last = 0.0;
    for (const FramePair& pair : pairs) {
        surface_a.move(a.positions[pair.first]);
        surface_b.move(b.positions[pair.second]);
        const Apart there = points_to_surface(a, a.positions[pair.first], surface_b);
        const Apart back = points_to_surface(b, b.positions[pair.second], surface_a);
        last = 0.5 * (there.mean + back.mean);
        mean += last / double(pairs.size());
        max = std::max({max, there.max, back.max});
    }
    out.surface_mean = mean;
    out.surface_max = max;
    out.surface_last = last;
}

void measure_points(const Cache& a, const Cache& b, const std::vector<FramePair>& pairs, CacheDifference& out)
{
    double sum = 0.0, max = 0.0, last = 0.0;
    for (const FramePair& pair : pairs) {
        last = 0.0;
        for (std::size_t i = 0; i < a.weight.size(); ++i) {
            const double square = (a.positions[pair.first][i] - b.positions[pair.second][i]).squaredNorm();
            last += a.weight[i] * square;
            max = std::max(max, square);
        }
        sum += last / double(pairs.size());
    }
    out.point_rms = std::sqrt(sum);
    out.point_max = std::sqrt(max);
    out.point_last = std::sqrt(last);
}

}  // namespace

CacheDifference measure_difference(const Cache& a, const Cache& b)
{
    const std::vector<FramePair> pairs = equal_times(a, b);
    CacheDifference out;
    out.frames = static_cast<Index>(pairs.size());
    out.same_points = a.weight.size() == b.weight.size() && a.triangles == b.triangles;
    if (pairs.empty()) return out;
    if (out.same_points) measure_points(a, b, pairs, out);
    measure_surfaces(surface_of(a), surface_of(b), pairs, out);
    return out;
}

}  // namespace stiction
