#include "solver_core/mesh/polygon_cut.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Sines below this are rounding: such corners are straight.
constexpr double kStraight = 1e-12;

// Newell's normal, sum of x_i cross x_(i+1) over the edges: twice the area of the polygon seen along it, however bent.
Vec3 newell_normal(Span<const Vec3> x, Span<const Index> polygon)
{
    Vec3 normal = Vec3::Zero();
    const Vec3& origin = x[at(polygon[0])];  // far from the origin of the world differences are exacter
    for (std::size_t k = 2; k < polygon.size(); ++k)
        normal += (x[at(polygon[k - 1])] - origin).cross(x[at(polygon[k])] - origin);
    return normal;
}

// Seen along the normal n: 1 where a, b, c turn like the polygon, -1 where they turn against it, 0 on a line.
int turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& n)
{
    const Vec3 u = b - a, v = c - a;
    const double area = u.cross(v).dot(n);
    const double rounding = kStraight * u.norm() * v.norm();
    return area > rounding ? 1 : (area < -rounding ? -1 : 0);
}

void add_fan(Span<const Index> polygon, std::vector<Triangle>& triangles)
{
    for (std::size_t k = 2; k < polygon.size(); ++k)
        triangles.emplace_back(polygon[0], polygon[k - 1], polygon[k]);
}

bool is_seen_from_first(Span<const Vec3> x, Span<const Index> polygon, const Vec3& n)
{
    for (std::size_t k = 2; k < polygon.size(); ++k)
        if (turn(x[at(polygon[0])], x[at(polygon[k - 1])], x[at(polygon[k])], n) != 1) return false;
    return true;
}

// What is left of a polygon while ears are cut off it.
class EarCutter {
public:
    EarCutter(Span<const Vec3> x, Span<const Index> polygon, const Vec3& n)
        : x_(x), n_(n), left_(polygon.begin(), polygon.end())
    {
    }

    // False when no ear is left although there are corners: the polygon crosses itself.
    bool cut(std::vector<Triangle>& triangles)
    {
        std::size_t k = 0;
        for (std::size_t refused = 0; left_.size() > 3; k = (k + 1) % left_.size()) {
            if (!is_ear(k)) {
                if (++refused == left_.size()) return false;
                continue;
            }
            triangles.emplace_back(corner(k + left_.size() - 1), corner(k), corner(k + 1));
            left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(k));
            refused = 0;
            if (k == left_.size()) k = 0;
        }
        triangles.emplace_back(left_[0], left_[1], left_[2]);
        return turn(x_[at(left_[0])], x_[at(left_[1])], x_[at(left_[2])], n_) == 1;
    }

private:
    Index corner(std::size_t k) const { return left_[k % left_.size()]; }

    // A corner that turns like the polygon, with no other corner in the triangle of its neighbours or on its border.
    // Corners in the same place, as along the cut to a hole, are no hindrance.
    bool is_ear(std::size_t k) const
    {
        const Vec3& a = x_[at(corner(k + left_.size() - 1))];
        const Vec3& b = x_[at(corner(k))];
        const Vec3& c = x_[at(corner(k + 1))];
        if (turn(a, b, c, n_) != 1) return false;
        return std::none_of(left_.begin(), left_.end(), [&](Index other) {
            const Vec3& p = x_[at(other)];
            if (p == a || p == b || p == c) return false;
            return turn(a, b, p, n_) >= 0 && turn(b, c, p, n_) >= 0 && turn(c, a, p, n_) >= 0;
        });
    }

    Span<const Vec3> x_;
    Vec3 n_;
    std::vector<Index> left_;
};

}  // namespace

void cut_polygon(Span<const Vec3> positions, Span<const Index> polygon, std::vector<Triangle>& triangles)
{
    if (polygon.size() < 3) return;
    const Vec3 normal = newell_normal(positions, polygon).normalized();
    if (polygon.size() > 3 && !is_seen_from_first(positions, polygon, normal)) {
        const std::size_t before = triangles.size();
        if (EarCutter(positions, polygon, normal).cut(triangles)) return;
        triangles.resize(before);
    }
    add_fan(polygon, triangles);
}

std::vector<Triangle> cut_polygons(Span<const Vec3> positions,
                                   const std::vector<std::vector<Index>>& polygons)
{
    std::vector<Triangle> triangles;
    for (const std::vector<Index>& polygon : polygons) cut_polygon(positions, polygon, triangles);
    return triangles;
}

}  // namespace stiction
