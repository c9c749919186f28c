// Contact detection alone: draped sheets on a ball, by size, layers and threads. The state is steady (the
// workspace has seen it before), velocities are those of a sheet settling.

#include "solver_core/base/parallel.hpp"
#include "solver_core/contact/detect.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <set>

namespace stiction {
namespace {

struct Drape {
    ContactGeometry geometry;
    Vec3Array x, v;
};

// A square sheet laid over a ball of radius 0.4 m and falling off it in pleats that come close to each other.
Vec3 drape_point(double px, double pz, double lift)
{
    constexpr double kRadius = 0.4, kPleats = 12.0;
    const double r = std::hypot(px, pz), angle = r / kRadius, around = std::atan2(pz, px);
    const double polar = std::fmin(angle, 1.4);
    const double hang = (angle - polar) * kRadius;
    const double fold = hang > 0.0 ? std::fmin(0.5 * hang, 0.06) : 0.0;
    const double out = (kRadius + lift) * std::sin(polar) + fold * std::sin(kPleats * around);
    const double turn = around + 0.25 * fold / 0.06 * std::sin(2.0 * kPleats * around);
    return {out * std::cos(turn), (kRadius + lift) * std::cos(polar) - hang, out * std::sin(turn)};
}

void add_sheet(Drape& drape, Index n, double size, double lift)
{
    const auto object = static_cast<Index>(drape.geometry.object_is_solid.size());
    const auto first = static_cast<Index>(drape.x.size());
    ContactGeometry& g = drape.geometry;
    for (Index j = 0; j <= n; ++j)
        for (Index i = 0; i <= n; ++i) {
            const double px = size * (double(i) / n - 0.5), pz = size * (double(j) / n - 0.5);
            g.rest.emplace_back(px, lift, pz);
            drape.x.push_back(drape_point(px, pz, lift));
            drape.v.emplace_back(0.02 * std::sin(9.0 * px), -0.05, 0.02 * std::cos(7.0 * pz));
            g.node_object.push_back(object);
            g.radius.push_back(0.001);
            g.vertices.push_back(static_cast<Index>(drape.x.size()) - 1);
        }
    const auto at = [&](Index i, Index j) { return first + j * (n + 1) + i; };
    std::set<std::pair<Index, Index>> edges;
    const auto add = [&](Index a, Index b, Index c) {
        g.triangles.emplace_back(a, b, c);
        g.triangle_object.push_back(object);
        for (const auto& e : {std::minmax({a, b}), std::minmax({b, c}), std::minmax({c, a})}) edges.insert(e);
    };
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) {
            const Index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
            if ((i + j) % 2 == 0) {
                add(a, c, b);
                add(a, d, c);
            } else {
                add(a, d, b);
                add(b, d, c);
            }
        }
    for (const auto& e : edges) {
        g.edges.emplace_back(e.first, e.second);
        g.edge_object.push_back(object);
    }
    g.object_is_solid.push_back(false);
    g.object_self_contact.push_back(true);
}

Drape make_drape(Index n, Index layers)
{
    Drape drape;
    for (Index k = 0; k < layers; ++k) add_sheet(drape, n, 1.6, 0.001 + 0.0021 * double(k));
    Collider ball;
    ball.shape = SphereShape{0.4};
    ball.motion.spin_rate = 1.0;
    drape.geometry.colliders.push_back(ball);
    const auto objects = static_cast<std::size_t>(layers);
    drape.geometry.friction_objects.assign(objects, std::vector<double>(objects, 0.3));
    drape.geometry.friction_colliders.assign(objects, std::vector<double>(1, 0.3));
    return drape;
}

void detect_drape(benchmark::State& state)
{
    const Drape drape = make_drape(static_cast<Index>(state.range(0)), static_cast<Index>(state.range(1)));
    set_threads(static_cast<int>(state.range(2)));
    DetectQuery query;
    query.x = drape.x;
    query.v = drape.v;
    query.step = 0.005;
    DetectWorkspace work;
    ContactSet contacts;
    detect(drape.geometry, query, work, contacts);
    for (auto _ : state) {
        detect(drape.geometry, query, work, contacts);
        benchmark::DoNotOptimize(contacts.gap.data());
    }
    Index external = 0;
    for (Index c = 0; c < contacts.size(); ++c) external += contacts.is_external(c) ? 1 : 0;
    state.counters["vertices"] = static_cast<double>(drape.x.size());
    state.counters["external"] = external;
    state.counters["self"] = contacts.size() - external;
    set_threads(2);
}

// Sheets of 77 x 77 quads (square1, square3), then sizes up to 100 thousand vertices; the last number is
// threads.
BENCHMARK(detect_drape)
    ->Args({77, 1, 1})
    ->Args({77, 1, 2})
    ->Args({77, 3, 1})
    ->Args({77, 3, 2})
    ->Args({154, 1, 2})
    ->Args({316, 1, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace stiction
