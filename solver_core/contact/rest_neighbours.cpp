#include "solver_core/contact/rest_neighbours.hpp"

#include "solver_core/contact/sample_grid.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <queue>

namespace stiction {
namespace {

// Shortest ways along edges from one node, as far as `limit`.
class EdgeWalk {
public:
    EdgeWalk(Span<const Triangle> triangles, Span<const Vec3> rest)
        : triangles_(triangles),
          rest_(rest),
          around_(triangles_of_nodes(static_cast<Index>(rest.size()), triangles)),
          distance_(rest.size(), -1.0)
    {
    }

    // Calls visit(node) for every node within the limit.
    template <class Visit>
    void from(Index start, double limit, Visit&& visit)
    {
        using Entry = std::pair<double, Index>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
        open.push({0.0, start});
        reached_.clear();
        while (!open.empty()) {
            const auto [so_far, node] = open.top();
            open.pop();
            if (distance_[at(node)] >= 0.0) continue;
            distance_[at(node)] = so_far;
            reached_.push_back(node);
            visit(node);
            for (const Index t : around_[node])
                for (int k = 0; k < 3; ++k) {
                    const Index other = triangles_[at(t)][k];
                    const double there = so_far + (rest_[at(other)] - rest_[at(node)]).norm();
                    if (there <= limit && distance_[at(other)] < 0.0) open.push({there, other});
                }
        }
        for (const Index node : reached_) distance_[at(node)] = -1.0;
    }
    Span<const Index> triangles_around(Index node) const { return around_[node]; }

private:
    Span<const Triangle> triangles_;
    Span<const Vec3> rest_;
    Adjacency around_;
    std::vector<double> distance_;
    std::vector<Index> reached_;
};

}  // namespace

Adjacency rest_neighbours(Span<const Triangle> triangles, Span<const Vec3> rest, Span<const Index> vertices,
                          double geodesic, double reach)
{
    Vec3Array centre, normal;
    for (const Triangle& t : triangles) {
        const Vec3 &a = rest[at(t[0])], &b = rest[at(t[1])], &c = rest[at(t[2])];
        centre.push_back((a + b + c) / 3.0);
        normal.push_back((b - a).cross(c - a));
    }
    SampleGrid grid;
    grid.build(centre, reach);
    EdgeWalk walk(triangles, rest);
    Adjacency lists;
    std::vector<Index> found, near;
    for (const Index vertex : vertices) {
        found.clear();
        walk.from(vertex, geodesic, [&](Index node) {
            for (const Index t : walk.triangles_around(node)) found.push_back(t);
        });
        grid.gather(centre, rest[at(vertex)], reach, near);
        for (const Index t : near)
            if (normal[at(t)].dot(rest[at(vertex)] - centre[at(t)]) <= 0.0) found.push_back(t);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        lists.items.insert(lists.items.end(), found.begin(), found.end());
        lists.offsets.push_back(static_cast<Index>(lists.items.size()));
    }
    return lists;
}

}  // namespace stiction
