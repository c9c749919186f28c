#include "solver_core/contact/passing_features.hpp"

#include "solver_core/base/assert.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

constexpr int kBisections = 60;
// Of an edge or of a barycentric weight: corners and rims of neighbouring features leave no slit between them.
constexpr double kRim = 1e-9;

double det(const Vec3& a, const Vec3& b, const Vec3& c) { return a.cross(b).dot(c); }

struct Cubic {
    double c0, c1, c2, c3;
    double at(double t) const { return c0 + t * (c1 + t * (c2 + t * c3)); }
};

Cubic volume_of(const Vec3 (&x)[4], const Vec3 (&d)[4])
{
    const Vec3 r1 = x[1] - x[0], r2 = x[2] - x[0], r3 = x[3] - x[0];
    const Vec3 w1 = d[1] - d[0], w2 = d[2] - d[0], w3 = d[3] - d[0];
    return {det(r1, r2, r3), det(w1, r2, r3) + det(r1, w2, r3) + det(r1, r2, w3),
            det(r1, w2, w3) + det(w1, r2, w3) + det(w1, w2, r3), det(w1, w2, w3)};
}

// Bernstein's coefficients bound the cubic on [0, 1]: most pairs end here.
bool keeps_its_sign(const Cubic& v)
{
    const double b[4] = {v.c0, v.c0 + v.c1 / 3.0, v.c0 + (2.0 * v.c1 + v.c2) / 3.0, v.at(1.0)};
    const auto [least, most] = std::minmax_element(b, b + 4);
    return *least > 0.0 || *most < 0.0;
}

// 0, the turning points of the cubic inside (0, 1) in order, 1; returns how many.
int monotone_pieces(const Cubic& v, double (&end)[4])
{
    int count = 0;
    end[count++] = 0.0;
    const double a = 3.0 * v.c3, b = v.c2, c = v.c1;  // a t^2 + 2 b t + c
    const double under = b * b - a * c;
    if (under > 0.0) {
        const double q = -(b + std::copysign(std::sqrt(under), b));
        double first = q / a, second = c / q;
        if (second < first) std::swap(first, second);
        for (const double t : {first, second})
            if (t > end[count - 1] && t < 1.0) end[count++] = t;
    }
    end[count++] = 1.0;
    return count;
}

double root_between(const Cubic& v, double low, double high)
{
    const bool rises = v.at(high) > v.at(low);
    for (int k = 0; k < kBisections; ++k) {
        const double middle = 0.5 * (low + high);
        ((v.at(middle) > 0.0) == rises ? high : low) = middle;
    }
    return high;
}

bool is_over_face(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c)
{
    const Vec3 n = (b - a).cross(c - a);
    const double area2 = n.squaredNorm();
    if (!(area2 > 0.0)) return false;
    const double wa = n.dot((b - p).cross(c - p)), wb = n.dot((c - p).cross(a - p));
    return std::min({wa, wb, area2 - wa - wb}) >= -kRim * area2;
}

bool edges_meet(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1)
{
    const Vec3 e = a1 - a0, f = b1 - b0, r = b0 - a0, n = e.cross(f);
    const double n2 = n.squaredNorm();
    if (!(n2 > 0.0)) return false;
    const double s = r.cross(f).dot(n), t = r.cross(e).dot(n);
    return std::min(s, t) >= -kRim * n2 && std::max(s, t) <= (1.0 + kRim) * n2;
}

}  // namespace

bool pass_through(ContactKind kind, const Vec3 (&x)[4], const Vec3 (&d)[4])
{
    STICTION_ASSERT(kind == ContactKind::vertex_face || kind == ContactKind::edge_edge);
    const Cubic v = volume_of(x, d);
    if (keeps_its_sign(v)) return false;
    double end[4];
    const int count = monotone_pieces(v, end);
    for (int k = 0; k + 1 < count; ++k) {
        const double before = v.at(end[k]), after = v.at(end[k + 1]);
        if ((before > 0.0) == (after > 0.0) || before == after) continue;
        const double t = root_between(v, end[k], end[k + 1]);
        Vec3 at[4];
        for (int i = 0; i < 4; ++i) at[i] = x[i] + t * d[i];
        if (kind == ContactKind::vertex_face ? is_over_face(at[0], at[1], at[2], at[3])
                                             : edges_meet(at[0], at[1], at[2], at[3]))
            return true;
    }
    return false;
}

}  // namespace stiction
