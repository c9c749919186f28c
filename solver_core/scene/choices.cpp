#include "solver_core/scene/choices.hpp"

namespace stiction {

const std::vector<Choice<Method>>& choices_of(Method)
{
    static const std::vector<Choice<Method>> choices = {
        {Method::projective, "projective", "projective dynamics, friction refined in the local step"},
        {Method::staggered, "staggered",
         "finite strain, contact with smooth surfaces, friction by staggered projections"},
        {Method::implicit, "implicit",
         "finite strain, penalty contact and smooth friction in one system, integrators of order two"},
    };
    return choices;
}

const std::vector<Choice<FrictionCoupling>>& choices_of(FrictionCoupling)
{
    static const std::vector<Choice<FrictionCoupling>> choices = {
        {FrictionCoupling::elastic, "elastic", "friction moves the whole body within the step"},
        {FrictionCoupling::mass, "mass",
         "friction moves the touching points alone, the body follows a step later"},
    };
    return choices;
}

const std::vector<Choice<StepSolver>>& choices_of(StepSolver)
{
    static const std::vector<Choice<StepSolver>> choices = {
        {StepSolver::own, "own", "own Newton method with multipliers"},
        {StepSolver::ipopt, "ipopt", "Ipopt, where the build has it; the same answer, slower"},
    };
    return choices;
}

const std::vector<Choice<TimeRule>>& choices_of(TimeRule)
{
    static const std::vector<Choice<TimeRule>> choices = {
        {TimeRule::be, "be", "backward Euler: first order, the most damping"},
        {TimeRule::bdf2, "bdf2", "backward differences over two steps: second order"},
        {TimeRule::tr, "tr", "trapezoidal rule: second order, no damping of its own, rings"},
        {TimeRule::tr_bdf2, "tr_bdf2", "half a step of each: second order, little damping"},
        {TimeRule::sdirk2, "sdirk2", "two implicit stages: second order, little damping"},
    };
    return choices;
}

const std::vector<Choice<NewtonSolver>>& choices_of(NewtonSolver)
{
    static const std::vector<Choice<NewtonSolver>> choices = {
        {NewtonSolver::direct, "direct", "a factorisation in every Newton step"},
        {NewtonSolver::iterative, "iterative", "BiCGSTAB without a matrix, as exact as the step needs"},
    };
    return choices;
}

const std::vector<Choice<PreconditionerChoice>>& choices_of(PreconditionerChoice)
{
    static const std::vector<Choice<PreconditionerChoice>> choices = {
        {PreconditionerChoice::automatic, "automatic",
         "blocks, and a factor where they take too many iterations"},
        {PreconditionerChoice::blocks, "blocks", "3 x 3 blocks of the diagonal: the least memory"},
        {PreconditionerChoice::factor, "factor", "a Cholesky factor kept over the Newton steps of a step"},
    };
    return choices;
}

const std::vector<Choice<FillChoice>>& choices_of(FillChoice)
{
    static const std::vector<Choice<FillChoice>> choices = {
        {FillChoice::none, "none", "empty: volume changes freely"},
        {FillChoice::quadratic, "quadratic", "pressure grows evenly with the change of volume"},
        {FillChoice::gas, "gas", "an ideal gas: pressure times volume stays"},
        {FillChoice::liquid, "liquid", "nearly incompressible: compression stays the same"},
    };
    return choices;
}

const std::vector<Choice<FillPart>>& choices_of(FillPart)
{
    static const std::vector<Choice<FillPart>> choices = {
        {FillPart::hollow, "hollow", "the hollow inside: of a ball with a wall"},
        {FillPart::body, "body", "the body itself, where its tetrahedra are"},
    };
    return choices;
}

const std::vector<Choice<FrictionCurve>>& choices_of(FrictionCurve)
{
    static const std::vector<Choice<FrictionCurve>> choices = {
        {FrictionCurve::quadratic, "quadratic", "full friction from the creep speed on"},
        {FrictionCurve::rational, "rational", "smooth of any order, full friction is never quite reached"},
    };
    return choices;
}

const std::vector<Choice<GapConstraints>>& choices_of(GapConstraints)
{
    static const std::vector<Choice<GapConstraints>> choices = {
        {GapConstraints::linear, "linear", "planes, as touched at the start of the step"},
        {GapConstraints::nonlinear, "nonlinear", "the curved surfaces themselves, where they are at its end"},
    };
    return choices;
}

const std::vector<Choice<MembraneLaw>>& choices_of(MembraneLaw)
{
    static const std::vector<Choice<MembraneLaw>> choices = {
        {MembraneLaw::neo_hookean, "neo_hookean", "the same in every direction"},
        {MembraneLaw::orthotropic, "orthotropic", "woven: warp, weft and shear of their own"},
    };
    return choices;
}

const std::vector<Choice<SolidLaw>>& choices_of(SolidLaw)
{
    static const std::vector<Choice<SolidLaw>> choices = {
        {SolidLaw::stable_neo_hookean, "stable_neo_hookean", "goes through flat and inverted elements"},
        {SolidLaw::neo_hookean, "neo_hookean", "no element is ever flat or inverted"},
    };
    return choices;
}

const std::vector<Choice<SurfaceKernel>>& choices_of(SurfaceKernel)
{
    static const std::vector<Choice<SurfaceKernel>> choices = {
        {SurfaceKernel::cubic, "cubic", "smooth, exaggerates strong curvature a little"},
        {SurfaceKernel::interpolating, "interpolating", "through the samples, as published; has faint kinks"},
        {SurfaceKernel::interpolating_c2, "interpolating_c2", "through the samples, without kinks"},
    };
    return choices;
}

const std::vector<Choice<SurfaceEdges>>& choices_of(SurfaceEdges)
{
    static const std::vector<Choice<SurfaceEdges>> choices = {
        {SurfaceEdges::smooth, "smooth", "edges are rounded"},
        {SurfaceEdges::sharp, "sharp", "edges beyond the crease angle stay sharp"},
    };
    return choices;
}

const std::vector<Choice<SurfaceGaps>>& choices_of(SurfaceGaps)
{
    static const std::vector<Choice<SurfaceGaps>> choices = {
        {SurfaceGaps::smooth, "smooth", "a smooth surface through samples; the mesh must be closed"},
        {SurfaceGaps::mesh, "mesh", "the triangles with their corners and edges; the mesh may be open"},
    };
    return choices;
}

const std::vector<Choice<SolverChoice>>& choices_of(SolverChoice)
{
    static const std::vector<Choice<SolverChoice>> choices = {
        {SolverChoice::automatic, "automatic", "the fastest one of this build"},
        {SolverChoice::eigen, "eigen", "Eigen's sparse Cholesky factorisation"},
        {SolverChoice::pardiso, "pardiso", "MKL PARDISO, where the build has MKL"},
        {SolverChoice::interleaved, "interleaved", "own triangular solve of x, y and z together"},
    };
    return choices;
}

const std::vector<Choice<FrictionRule>>& choices_of(FrictionRule)
{
    static const std::vector<Choice<FrictionRule>> choices = {
        {FrictionRule::product, "product", "a times b"},
        {FrictionRule::min, "min", "the smaller of a and b"},
        {FrictionRule::max, "max", "the larger of a and b"},
        {FrictionRule::mean, "mean", "(a + b) / 2"},
    };
    return choices;
}

const std::vector<Choice<Generator>>& choices_of(Generator)
{
    static const std::vector<Choice<Generator>> choices = {
        {Generator::file, "file", "a mesh file"},
        {Generator::arrays, "arrays", "points and elements that stand in the scene itself"},
        {Generator::grid, "grid", "a flat rectangle in the x-z plane"},
        {Generator::disc, "disc", "a flat disc in the x-z plane"},
        {Generator::box, "box", "a box with its middle at the origin"},
        {Generator::sphere, "sphere", "a ball with its middle at the origin"},
        {Generator::hollow_ball, "hollow_ball", "a ball with a hollow inside"},
        {Generator::cylinder, "cylinder", "a cylinder along y, closed by flat caps"},
        {Generator::capsule, "capsule", "a cylinder along y with half balls at its ends"},
        {Generator::tube, "tube", "an open tube along y"},
        {Generator::torus, "torus", "a ring in the x-z plane"},
    };
    return choices;
}

const std::vector<Choice<GridPattern>>& choices_of(GridPattern)
{
    static const std::vector<Choice<GridPattern>> choices = {
        {GridPattern::diagonal, "diagonal", "every cell cut along the same diagonal"},
        {GridPattern::alternating, "alternating", "diagonals alternate from cell to cell"},
        {GridPattern::crossed, "crossed", "four triangles a cell, around a point in its middle"},
        {GridPattern::irregular, "irregular", "points inside moved at random by the seed"},
    };
    return choices;
}

const std::vector<Choice<ObjectType>>& choices_of(ObjectType)
{
    static const std::vector<Choice<ObjectType>> choices = {
        {ObjectType::cloth, "cloth", "a sheet of triangles"},
        {ObjectType::soft, "soft", "a solid of tetrahedra"},
        {ObjectType::collider, "collider", "an obstacle whose motion is given"},
    };
    return choices;
}

const std::vector<Choice<ShapeType>>& choices_of(ShapeType)
{
    static const std::vector<Choice<ShapeType>> choices = {
        {ShapeType::plane, "plane", "endless ground, solid below y = 0"},
        {ShapeType::sphere, "sphere", "a ball"},
        {ShapeType::box, "box", "a box"},
        {ShapeType::capsule, "capsule", "a segment along y swept by a radius"},
        {ShapeType::cylinder, "cylinder", "a cylinder along y with flat caps"},
        {ShapeType::mesh, "mesh", "triangles, from a generator, a file or a sequence of files"},
        {ShapeType::points, "points",
         "points with normals from a file, such as a scan; for the methods staggered and implicit"},
    };
    return choices;
}

const std::vector<Choice<FrameFormat>>& choices_of(FrameFormat)
{
    static const std::vector<Choice<FrameFormat>> choices = {
        {FrameFormat::bgeo, "bgeo", "Houdini geometry, binary"},
        {FrameFormat::geo, "geo", "Houdini geometry, text"},
        {FrameFormat::obj, "obj", "Wavefront OBJ: positions and faces only"},
        {FrameFormat::ply, "ply", "Stanford PLY"},
    };
    return choices;
}

}  // namespace stiction
