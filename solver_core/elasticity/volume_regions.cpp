#include "solver_core/elasticity/volume_regions.hpp"

#include "solver_core/base/parallel.hpp"
#include "solver_core/elasticity/finite_tets.hpp"
#include "solver_core/elasticity/principal_hessian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction {
namespace {

constexpr Index kTriangleChunk = 1024;

bool is_beyond(const Fill& fill, double volume) { return fill.law != FillLaw::quadratic && !(volume > 0.0); }

Vec3 origin_of(const VolumeRegions& regions, Index r, Span<const Vec3> x)
{
    return x[regions.nodes[regions.begin[r]][0]];
}

// (1/6) (x1 - x0) x (x2 - x0): a third of the triangle's area along its normal.
Vec3 third_of_area(const Triangle& t, Span<const Vec3> x)
{
    return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]) / 6.0;
}

}  // namespace

double fill_energy(const Fill& fill, double volume)
{
    if (is_beyond(fill, volume)) return std::numeric_limits<double>::infinity();
    const double growth = volume - fill.volume, ratio = growth / fill.volume;
    switch (fill.law) {
        case FillLaw::quadratic: break;
        case FillLaw::gas:
            return growth / fill.kappa - (1.0 / fill.kappa + fill.pressure) * fill.volume * std::log1p(ratio);
        case FillLaw::liquid:
            return (volume * std::log1p(ratio) - growth) / fill.kappa - fill.pressure * growth;
    }
    return 0.5 * growth * ratio / fill.kappa - fill.pressure * growth;
}

double fill_pressure(const Fill& fill, double volume)
{
    if (is_beyond(fill, volume)) return std::numeric_limits<double>::quiet_NaN();
    const double ratio = (volume - fill.volume) / fill.volume;
    switch (fill.law) {
        case FillLaw::quadratic: break;
        case FillLaw::gas:
            // p_1 V_1 / V + P_a (V_1 - V) / V: no difference of near numbers.
            return (fill.pressure - ratio / fill.kappa) * fill.volume / volume;
        case FillLaw::liquid: return fill.pressure - std::log1p(ratio) / fill.kappa;
    }
    return fill.pressure - ratio / fill.kappa;
}

double fill_stiffness(const Fill& fill, double volume)
{
    switch (fill.law) {
        case FillLaw::quadratic: break;
        case FillLaw::gas: return (1.0 / fill.kappa + fill.pressure) * fill.volume / (volume * volume);
        case FillLaw::liquid: return 1.0 / (fill.kappa * volume);
    }
    return 1.0 / (fill.kappa * fill.volume);
}

void append_region(VolumeRegions& regions, Span<const Triangle> triangles, Span<const Vec3> x, Fill fill)
{
    const Index r = regions.region_count();
    regions.nodes.insert(regions.nodes.end(), triangles.begin(), triangles.end());
    regions.region.insert(regions.region.end(), triangles.size(), r);
    regions.begin.push_back(regions.size());
    regions.fill.push_back(fill);
    std::vector<double> partial;
    regions.fill.back().volume = region_volume(regions, r, x, partial);
}

double region_volume(const VolumeRegions& regions, Index r, Span<const Vec3> x, std::vector<double>& partial)
{
    const Index first = regions.begin[r];
    const Vec3 origin = origin_of(regions, r, x);
    const double six_volumes =
        ordered_sum(regions.begin[r + 1] - first, kTriangleChunk, 0.0, partial, [&](Index begin, Index end) {
            double sum = 0.0;
            for (Index e = first + begin; e < first + end; ++e) {
                const Triangle& t = regions.nodes[e];
                sum += (x[t[0]] - origin).dot((x[t[1]] - origin).cross(x[t[2]] - origin));
            }
            return sum;
        });
    return six_volumes / 6.0;
}

void region_pressures(const VolumeRegions& regions, Span<const Vec3> x, std::vector<double>& pressure,
                      std::vector<double>& partial)
{
    pressure.resize(regions.fill.size());
    for (Index r = 0; r < regions.region_count(); ++r)
        pressure[r] = fill_pressure(regions.fill[r], region_volume(regions, r, x, partial));
}

void region_stiffness(const VolumeRegions& regions, Index r, Span<const Vec3> x, RankOneTerm& term,
                      std::vector<double>& partial)
{
    const Index first = regions.begin[r], last = regions.begin[r + 1];
    if (term.node.empty()) {
        for (Index e = first; e < last; ++e)
            for (Index a = 0; a < 3; ++a) term.node.push_back(regions.nodes[e][a]);
        std::sort(term.node.begin(), term.node.end());
        term.node.erase(std::unique(term.node.begin(), term.node.end()), term.node.end());
        term.place.clear();
        for (Index e = first; e < last; ++e)
            for (Index a = 0; a < 3; ++a) {
                const auto at = std::lower_bound(term.node.begin(), term.node.end(), regions.nodes[e][a]);
                term.place.push_back(static_cast<Index>(at - term.node.begin()));
            }
    }
    term.weight = fill_stiffness(regions.fill[r], region_volume(regions, r, x, partial));
    term.g.assign(term.node.size(), Vec3::Zero());
    for (Index e = first; e < last; ++e) {
        const Vec3 share = third_of_area(regions.nodes[e], x);
        for (Index a = 0; a < 3; ++a)
            term.g[term.place[static_cast<std::size_t>(3 * (e - first) + a)]] += share;
    }
}

void gradient(const PressedTriangles& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    for (Index e = begin; e < end; ++e) {
        const double p = terms.pressure[terms.regions.region[e]];
        const Vec3 share = -p * third_of_area(terms.nodes[e], x);
        for (Index a = 0; a < 3; ++a) corner[static_cast<std::size_t>(3 * (e - begin) + a)] = share;
    }
}

void hessian(const PressedTriangles& terms, Span<const Vec3> x, Index begin, Index end, HessianKind kind,
             Span<Mat3> block)
{
    for (Index e = begin; e < end; ++e) {
        Mat3* const out = &block[blocks_of(3) * static_cast<std::size_t>(e - begin)];
        for (Index a = 0; a < 3; ++a) out[block_of(a, a)].setZero();
        const Index r = terms.regions.region[e];
        const double scale = kind == HessianKind::exact ? -terms.pressure[r] / 6.0 : 0.0;
        const Triangle& t = terms.nodes[e];
        const Vec3 origin = origin_of(terms.regions, r, x);
        out[block_of(1, 0)] = scale * cross_matrix(x[t[2]] - origin);
        out[block_of(2, 0)] = -scale * cross_matrix(x[t[1]] - origin);
        out[block_of(2, 1)] = scale * cross_matrix(x[t[0]] - origin);
    }
}

}  // namespace stiction
