#pragma once

// How far a cache is stretched, bent and squeezed.
//
//   r_e     length of edge e over its rest length                           stretch = r_e - 1
//   theta_h angle between the normals of the two triangles of hinge h, >= 0
//   H       mean curvature, area average of its absolute value: (1/2) sum_h |e_h| theta_h / sum_t A_t. Exact for a
//           cylinder (1 / 2R) whatever the mesh; the angles themselves shrink as a mesh is refined
//   V       volume inside the closed pieces of the surface

#include "solver_core/compare/cache.hpp"

#include <optional>

namespace stiction {

struct ShapeMeasures {
    double stretch_mean = 0.0;  // mean of |r - 1|, edges weighted by their rest lengths, over all frames
    double stretch_p99 = 0.0;   // 99 of 100 edges are stretched less, in the worst frame
    double stretch_max = 0.0;   // largest r - 1
    double stretch_min = 0.0;   // smallest r - 1: the worst compression
    double bend_rms = 0.0;  // root mean square of theta over hinges and frames, weighted by edge length, rad
    double bend_max = 0.0;  // rad
    double curvature_mean = 0.0;         // mean of H over frames, 1/m
    std::optional<double> volume_first;  // m^3; none without a closed piece
    std::optional<double> volume_last;
    std::optional<double> volume_change;  // largest |V / V_first - 1|
};

// `rest` has the cache's points; the first frame serves where it is empty.
ShapeMeasures measure_shape(const Cache& cache, const Vec3Array& rest);

}  // namespace stiction
