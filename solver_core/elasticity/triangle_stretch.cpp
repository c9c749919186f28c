#include "solver_core/elasticity/triangle_stretch.hpp"

#include "solver_core/math/polar2.hpp"

#include <algorithm>

namespace stiction {
namespace {

// Above this squared ratio of the singular values the closed form keeps its digits; the rest is left to polar2.
constexpr double kRegularRatio = 1e-7;

Mat32 deformation_gradient(const TriangleStretch& terms, Span<const Vec3> x, Index e)
{
    const Triangle& t = terms.nodes[e];
    const Mat2& g = terms.inverse_rest[e];
    const Vec3 d1 = x[t[1]] - x[t[0]];
    const Vec3 d2 = x[t[2]] - x[t[0]];
    Mat32 f;
    f.col(0) = d1 * g(0, 0) + d2 * g(1, 0);
    f.col(1) = d1 * g(0, 1) + d2 * g(1, 1);
    return f;
}

Mat32 admissible(const Mat32& f, double strain_limit)
{
    return strain_limit == 0.0 ? nearest_isometry(f)
                               : clamp_singular_values(f, 1.0 - strain_limit, 1.0 + strain_limit);
}

// w A^T p on the three corners of one triangle.
void project_one(const TriangleStretch& terms, Span<const Vec3> x, Index e, Vec3* out)
{
    const Mat32 p = terms.weight[e] * admissible(deformation_gradient(terms, x, e), terms.strain_limit[e]);
    const Mat2& g = terms.inverse_rest[e];
    out[1] = p.col(0) * g(0, 0) + p.col(1) * g(0, 1);
    out[2] = p.col(0) * g(1, 0) + p.col(1) * g(1, 1);
    out[0] = -(out[1] + out[2]);
}

// The isometric case again, four triangles in the lanes of a register: one at a time, the two roots and the division
// of the polar decomposition are waited for and make half of the local step. A block is read into columns, worked on and
// written, so that no register is loaded from stores still under way.
constexpr Index kLanes = 4;
constexpr Index kBlock = 4 * kLanes;
using Lanes = Eigen::Array4d;

// One number of every triangle of a block.
struct alignas(32) Column {
    double value[kBlock];
    Eigen::Map<Lanes, Eigen::Aligned32> lanes(Index l)
    {
        return Eigen::Map<Lanes, Eigen::Aligned32>(value + l);
    }
};

struct Block {
    Column d1[3], d2[3];      // D_s
    Column g[4];              // G, column after column
    Column weight;            // w
    Column out1[3], out2[3];  // w A^T p on nodes 1 and 2
    Column regular;           // positive where the closed form holds
};

void read_block(const TriangleStretch& terms, Span<const Vec3> x, Index begin, Index end, Block& block)
{
    for (Index l = 0; l < kBlock; ++l) {
        const Index e = std::min(begin + l, end - 1);  // a short block repeats its last triangle
        const Triangle& t = terms.nodes[e];
        const Vec3& x0 = x[t[0]];
        const Vec3& x1 = x[t[1]];
        const Vec3& x2 = x[t[2]];
        for (Index i = 0; i < 3; ++i) {
            block.d1[i].value[l] = x1[i] - x0[i];
            block.d2[i].value[l] = x2[i] - x0[i];
        }
        for (Index i = 0; i < 4; ++i) block.g[i].value[l] = terms.inverse_rest[e].data()[i];
        block.weight.value[l] = terms.weight[e];
    }
}

// nearest_isometry of math/polar2.hpp with its symbols; the factor w goes into S^-1.
void project_lanes(Block& block, Index l)
{
    const Lanes g00 = block.g[0].lanes(l), g10 = block.g[1].lanes(l);
    const Lanes g01 = block.g[2].lanes(l), g11 = block.g[3].lanes(l);
    Lanes f0[3], f1[3];
    for (Index i = 0; i < 3; ++i) {
        f0[i] = block.d1[i].lanes(l) * g00 + block.d2[i].lanes(l) * g10;
        f1[i] = block.d1[i].lanes(l) * g01 + block.d2[i].lanes(l) * g11;
    }
    const Lanes c00 = f0[0] * f0[0] + f0[1] * f0[1] + f0[2] * f0[2];
    const Lanes c01 = f0[0] * f1[0] + f0[1] * f1[1] + f0[2] * f1[2];
    const Lanes c11 = f1[0] * f1[0] + f1[1] * f1[1] + f1[2] * f1[2];
    const Lanes trace = c00 + c11;
    const Lanes det = c00 * c11 - c01 * c01;
    block.regular.lanes(l) = det - kRegularRatio * trace * trace;

    const Lanes s = det.sqrt();
    const Lanes scale = block.weight.lanes(l) / (s * (trace + 2.0 * s).sqrt());
    const Lanes s00 = (c11 + s) * scale;
    const Lanes s11 = (c00 + s) * scale;
    const Lanes s01 = -c01 * scale;
    for (Index i = 0; i < 3; ++i) {
        const Lanes p0 = f0[i] * s00 + f1[i] * s01;
        const Lanes p1 = f0[i] * s01 + f1[i] * s11;
        block.out1[i].lanes(l) = p0 * g00 + p1 * g01;
        block.out2[i].lanes(l) = p0 * g10 + p1 * g11;
    }
}

void write_corners(const Block& block, Index l, Vec3* out)
{
    for (Index i = 0; i < 3; ++i) {
        const double out1 = block.out1[i].value[l], out2 = block.out2[i].value[l];
        out[0][i] = -(out1 + out2);
        out[1][i] = out1;
        out[2][i] = out2;
    }
}

}  // namespace

Eigen::Matrix3d stiffness(const TriangleStretch& terms, Index e)
{
    const Mat2& g = terms.inverse_rest[e];
    Eigen::Matrix<double, 3, 2> gradient;
    gradient.row(1) = g.row(0);
    gradient.row(2) = g.row(1);
    gradient.row(0) = -g.row(0) - g.row(1);
    return terms.weight[e] * gradient * gradient.transpose();
}

void project(const TriangleStretch& terms, Span<const Vec3> x, Index begin, Index end, Span<Vec3> corner)
{
    Block block;
    for (Index first = begin; first < end; first += kBlock) {
        read_block(terms, x, first, end, block);
        for (Index l = 0; l < kBlock; l += kLanes) project_lanes(block, l);
        for (Index e = first; e < std::min(first + kBlock, end); ++e) {
            Vec3* out = corner.data() + 3 * static_cast<std::ptrdiff_t>(e - begin);
            // Written so that a NaN goes the slow way too.
            if (terms.strain_limit[e] == 0.0 && block.regular.value[e - first] > 0.0)
                write_corners(block, e - first, out);
            else
                project_one(terms, x, e, out);
        }
    }
}

double energy(const TriangleStretch& terms, Span<const Vec3> x, Index e)
{
    const Mat32 f = deformation_gradient(terms, x, e);
    return 0.5 * terms.weight[e] * (f - admissible(f, terms.strain_limit[e])).squaredNorm();
}

}  // namespace stiction
