#include "solver_core/compare/cache.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/mesh_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace stiction {
namespace {

void refuse(const std::string& where, const FoundDefect& defect)
{
    if (defect) throw InputError(where, defect->message);
}

// Files of tetrahedra often hold their surface as polygons too.
void drop_repeated(std::vector<Triangle>& triangles)
{
    std::set<std::array<Index, 3>> seen;
    const auto is_repeated = [&](const Triangle& t) {
        std::array<Index, 3> corners = {t[0], t[1], t[2]};
        std::sort(corners.begin(), corners.end());
        return !seen.insert(corners).second;
    };
    triangles.erase(std::remove_if(triangles.begin(), triangles.end(), is_repeated), triangles.end());
}

void start(Cache& cache, const GeometryTable& table, const std::string& where)
{
    cache.triangles = surface_triangles(table);
    cache.tets = table.tets;
    const auto points = static_cast<Index>(table.positions.size());
    refuse(where, find_bad_index(points, cache.triangles));
    refuse(where, find_bad_index(points, cache.tets));
    // A fan over a polygon that names a corner twice has triangles without area; they measure nothing.
    cache.triangles.erase(
        std::remove_if(cache.triangles.begin(), cache.triangles.end(),
                       [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }),
        cache.triangles.end());
    drop_repeated(cache.triangles);
    cache.weight = cache.tets.empty() ? lumped_mass(table.positions, cache.triangles, 1.0)
                                      : lumped_mass(table.positions, cache.tets, 1.0);
    const double sum = std::accumulate(cache.weight.begin(), cache.weight.end(), 0.0);
    if (cache.triangles.empty() || !(sum > 0.0))
        throw InputError(where,
                         "no polygon or tetrahedron with an area found; a surface or a solid is needed; "
                         "write the cache with its primitives (unpack packed ones)");
    for (double& w : cache.weight) w /= sum;
}

}  // namespace

void add_frame(Cache& cache, const GeometryTable& table, Index frame, double time, const std::string& where)
{
    refuse(where, find_non_finite_position(table.positions));
    if (cache.positions.empty()) {
        start(cache, table, where);
    } else if (table.positions.size() != cache.weight.size()) {
        throw InputError(where, fmt::format("{} points found; the first frame has {}; a cache whose points "
                                            "stay is needed; compare the part before the change (--frames)",
                                            table.positions.size(), cache.weight.size()));
    }
    cache.frames.push_back(frame);
    cache.times.push_back(time);
    cache.positions.push_back(table.positions);
}

void require_even_frames(const Cache& cache, std::size_t least)
{
    if (cache.frames.size() < least)
        throw InputError(cache.name, fmt::format("{} frames found; allowed: {} or more; give a longer cache "
                                                 "or range",
                                                 cache.frames.size(), least));
    for (std::size_t i = 2; i < cache.frames.size(); ++i)
        if (cache.frames[i] - cache.frames[i - 1] != cache.frames[1] - cache.frames[0])
            throw InputError(cache.name,
                             fmt::format("frame {} follows frame {}; frames must be evenly spaced; write the "
                                         "missing ones, or choose a range without a gap (--frames)",
                                         cache.frames[i], cache.frames[i - 1]));
}

Cache read_cache(const std::string& where, const CacheReading& reading)
{
    const std::vector<CacheFile> files = find_cache_files(where);
    Cache cache;
    cache.name = where;
    for (const CacheFile& file : files) {
        if (!reading.all && (file.frame < reading.first || file.frame > reading.last)) continue;
        GeometryTable table = read_geometry(file.path);
        for (Vec3& x : table.positions) x *= reading.unit;
        add_frame(cache, table, file.frame, double(file.frame - files.front().frame) / reading.fps,
                  file.path);
    }
    if (cache.frames.empty())
        throw InputError(where,
                         fmt::format("no frame from {} to {} found; there are {} to {}; choose among "
                                     "these (--frames)",
                                     reading.first, reading.last, files.front().frame, files.back().frame));
    return cache;
}

Vec3Array read_rest_points(const std::string& path, const Cache& cache, double unit)
{
    Vec3Array points = read_geometry(path).positions;
    if (points.size() != cache.weight.size())
        throw InputError(path, fmt::format("{} points found; {} has {}; give a rest mesh with the cache's "
                                           "points in the cache's order",
                                           points.size(), cache.name, cache.weight.size()));
    refuse(path, find_non_finite_position(points));
    for (Vec3& x : points) x *= unit;
    return points;
}

}  // namespace stiction
