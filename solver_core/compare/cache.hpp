#pragma once

// A cache in memory: the same points and elements at equally spaced times.

#include "solver_core/base/types.hpp"
#include "solver_core/compare/cache_files.hpp"
#include "solver_core/io/geometry_file.hpp"

#include <string>
#include <vector>

namespace stiction {

struct Cache {
    std::string name;
    std::vector<Index> frames;         // their numbers on disk
    std::vector<double> times;         // s
    std::vector<Vec3Array> positions;  // by frame, m
    std::vector<Triangle> triangles;   // of the surface
    std::vector<Tet> tets;
    std::vector<double>
        weight;  // of every point: its share of the area, or of the volume of tets; the sum is 1
    double frame_seconds() const { return times.size() > 1 ? times[1] - times[0] : 0.0; }
};

// Adds a frame. The first one decides on points and elements; `where` names the file in messages.
// Throws InputError for points that are not finite, no elements, or other elements than the first frame's.
void add_frame(Cache& cache, const GeometryTable& table, Index frame, double time, const std::string& where);

// Throws InputError unless there are at least `least` frames with one spacing.
void require_even_frames(const Cache& cache, std::size_t least);

struct CacheReading {
    double unit = 1.0;  // metres a unit of the files
    double fps = 24.0;
    Index first = 0;  // frames to read, both ends
    Index last = 0;
    bool all = true;  // instead of first and last
};

// Files of another program. The first file of the sequence is at time 0, whatever its number.
Cache read_cache(const std::string& where, const CacheReading& reading);

// Points of a file in the order of the cache. Throws InputError for another number of points.
Vec3Array read_rest_points(const std::string& path, const Cache& cache, double unit);

}  // namespace stiction
