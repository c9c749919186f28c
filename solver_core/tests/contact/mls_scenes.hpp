#pragma once

// Surfaces for the tests of the smooth potential, and the potential written out as one would on paper.

#include "solver_core/contact/mls_radius.hpp"
#include "solver_core/mesh/surface_mesh.hpp"
#include "solver_core/tests/support/random_vector.hpp"

#include <cmath>
#include <optional>
#include <random>

namespace stiction::tests {

inline MlsSurface mls_surface_of(const SurfaceMesh& mesh, const MlsKernel& kernel = {}, double factor = 1.0,
                                 MlsRadiusRule rule = MlsRadiusRule::uniform)
{
    MlsSurface surface;
    surface.build(triangle_samples(mesh.triangles, mesh.positions,
                                   triangle_radii(mesh.triangles, mesh.positions, rule, factor)),
                  kernel);
    return surface;
}

inline double plain_kernel(const MlsKernel& kernel, double r, double R)
{
    if (r >= R) return 0.0;
    if (kernel.kind == MlsKernelKind::cubic) return 1.0 - 3.0 * std::pow(r / R, 2) + 2.0 * std::pow(r / R, 3);
    const double e = kernel.epsilon, q = r * r / (R * R);
    auto f = [&](double y) { return std::pow(y + e, -2); };
    if (kernel.kind == MlsKernelKind::interpolating) return (f(q) - f(1.0)) / (f(0.0) - f(1.0));
    auto remainder = [&](double y) {
        return f(y) - f(1.0) + 2.0 * std::pow(1.0 + e, -3) * (y - 1.0) -
               3.0 * std::pow(1.0 + e, -4) * (y - 1.0) * (y - 1.0);
    };
    return remainder(q) / remainder(0.0);
}

// Psi by sums over all samples; no value where none is in reach.
inline std::optional<double> plain_potential(const MlsSamples& samples, const MlsKernel& kernel,
                                             double factor, const Vec3& x)
{
    double n = 0, w = 0, v = 0, m = 0, b = 0;
    for (std::size_t s = 0; s < samples.position.size(); ++s) {
        const Vec3 d = x - samples.position[s];
        const double R = samples.radius[s], q = d.squaredNorm() / (R * R), psi = samples.normal[s].dot(d);
        const double k = plain_kernel(kernel, d.norm(), R);
        const double wide = q < factor * factor ? std::pow(1.0 - q / (factor * factor), 3) : 0.0;
        n += k * psi;
        w += k;
        v += q < 1.0 ? std::pow(1.0 - q, 3) : 0.0;
        m += wide * psi;
        b += wide;
    }
    if (b == 0.0) return std::nullopt;
    const double y = std::min(1.0, v / kFullCoverage), s = y * y * y * (10.0 - 15.0 * y + 6.0 * y * y);
    return (w > 0.0 ? s * n / w : 0.0) + (1.0 - s) * m / b;
}

}  // namespace stiction::tests
