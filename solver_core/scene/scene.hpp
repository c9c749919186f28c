#pragma once

// A scene as plain data: what scene.json, the Houdini nodes and Python all end in. Units are SI, angles in
// degrees as users write them. Defaults stand here and nowhere else; names, units, ranges and help stand in
// scene/parameters.cpp, which feeds validation, the published schema and the manual.

#include "solver_core/base/types.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace stiction {

struct TimeSettings {
    double step = 1.0 / 240.0;   // h, s
    Index steps_per_frame = 10;  // a frame is written every so many steps
    Index frames = 48;
};

enum class Method { projective, staggered, implicit };
enum class SolverChoice { automatic, eigen, pardiso, interleaved };
enum class FrictionCoupling { elastic, mass };
enum class StepSolver { own, ipopt };
enum class TimeRule { be, bdf2, tr, tr_bdf2, sdirk2 };
enum class NewtonSolver { direct, iterative };
enum class PreconditionerChoice { automatic, blocks, factor };
enum class FrictionCurve { quadratic, rational };
enum class GapConstraints { linear, nonlinear };

struct SolverSettings {
    Method method = Method::projective;
    Index iterations = 20;        // local/global iterations a step
    Index contact_sweeps = 1;     // Gauss-Seidel sweeps over the contacts in each local step
    Index exact_contacts = 1200;  // of soft bodies, up to so many are solved together, to rounding
    double tolerance = 0.0;  // stop early when the friction error is below this; 0: always all iterations
    SolverChoice linear_solver = SolverChoice::automatic;
    // of the method staggered
    double step_tolerance = 1e-9;          // of the constrained step, as a share of the largest velocity
    std::optional<Index> step_iterations;  // Newton steps of it at most; empty: by the method
    double friction_tolerance = 1e-4;      // relative change of friction, squared, at which projections stop
    Index friction_iterations = 200;       // projections at most
    bool friction_forwarding = true;       // friction of the last step acts on the elastic prediction
    bool exact_friction = true;            // the coupled law is solved after the projections
    FrictionCoupling coupling = FrictionCoupling::elastic;
    StepSolver step_solver = StepSolver::own;
    // of the method implicit; step_tolerance and step_iterations are its Newton's too
    TimeRule integrator = TimeRule::be;
    NewtonSolver newton = NewtonSolver::direct;
    PreconditionerChoice preconditioner = PreconditionerChoice::automatic;
    bool sparse_volumes = false;     // Newton steps without the dense part of filled volumes
    double creep = 1e-5;             // eps: what sticks moves slower than this, m/s
    bool creep_continuation = true;  // led there from looser ones where Newton's method fails
    FrictionCurve friction_curve = FrictionCurve::quadratic;
    bool lagged_friction = false;         // load and direction of friction from the start of the step
    Index friction_lags = 1;              // solves a step with lagged friction, at most
    bool decoupled_contact = false;       // tr, tr_bdf2: contact forces of stages' ends alone
    double static_ratio = 1.0;            // static over kinetic coefficient
    double stribeck_speed = 0.01;         // static friction fades over it, m/s
    double viscous_friction = 0.0;        // s/m
    std::optional<double> contact_layer;  // delta, m; empty: by the time step
    Index step_cuts = 4;                  // a step that fails is halved so often at most
    GapConstraints constraints = GapConstraints::linear;  // gaps of smooth surfaces within a step
};

// Elasticity of large strains and smooth contact surfaces.
constexpr bool has_finite_strain(Method method) { return method != Method::projective; }

enum class FrictionRule { product, min, max, mean };

struct FrictionPair {
    std::string a, b;
    double friction = 0.0;
};

// Of two deformable objects, the one whose smooth surface is touched; the other one touches it with its points.
struct SurfaceChoice {
    std::string points, surface;
};

struct ContactSettings {
    FrictionRule friction_rule = FrictionRule::product;
    std::optional<double> friction;       // of every pair, in place of the rule
    std::vector<FrictionPair> pairs;      // override the rule for two named objects
    bool self_contact = true;             // between and within deformable objects
    bool guard = true;                    // sheets that would pass through each other are held back
    double recovery_speed = 0.25;         // overlap is taken back at most this fast, m/s
    std::vector<SurfaceChoice> surfaces;  // who carries the smooth surface, for two named objects
};

struct Transform {
    Vec3 translate = Vec3::Zero();  // m
    Vec3 rotate = Vec3::Zero();     // degrees, about x, then y, then z
    Vec3 scale = Vec3::Ones();
};

// Where points and elements come from: a generator with its parameters, a file, or the scene itself.
enum class Generator { file, arrays, grid, disc, box, sphere, hollow_ball, cylinder, capsule, tube, torus };
enum class GridPattern { diagonal, alternating, crossed, irregular };

struct MeshSource {
    Generator generator = Generator::grid;
    std::string file;                            // .obj .ply .geo .bgeo, relative to the scene file
    std::array<double, 3> size{1.0, 1.0, 1.0};   // grid: x, z; box: x, y, z
    std::array<Index, 3> divisions{10, 10, 10};  // grid: along x, z; box: along x, y, z
    GridPattern pattern = GridPattern::alternating;
    double radius = 0.5;               // disc, sphere, cylinder, capsule, tube, torus, hollow_ball
    std::optional<double> radius_end;  // tube: radius at the top where it differs (a skirt is a cone)
    double inner_radius = 0.25;        // hollow_ball, solid tube, torus (of the ring's section)
    double length = 1.0;               // cylinder, capsule, tube
    Index resolution = 16;             // round shapes: segments around
    std::uint32_t seed = 1;            // irregular pattern
    Vec3Array points;                  // arrays: m, before the object's transform
    std::vector<Triangle> triangles;   // arrays, of a surface
    std::vector<Tet> tets;             // arrays, of a solid
};

// D = alpha M + beta K.
struct Damping {
    double mass = 0.0;       // alpha, 1/s: of all motion
    double stiffness = 0.0;  // beta, s: of strain
};

enum class MembraneLaw { neo_hookean, orthotropic };
enum class SolidLaw { stable_neo_hookean, neo_hookean };

struct ClothMaterial {
    double density = 0.2;       // kg/m^2
    double stretch = 200.0;     // N/m
    double bend = 1e-4;         // N m
    double strain_limit = 0.0;  // stretch is free within 1 -+ this
    bool rest_flat = false;     // bend towards flat instead of the given shape
    // of the methods with finite strain
    MembraneLaw law = MembraneLaw::neo_hookean;
    double poisson = 0.0;
    std::optional<double> weft;   // N/m, orthotropic: across `warp`, where it differs from stretch
    std::optional<double> shear;  // N/m, orthotropic; else that of an isotropic sheet
    Vec3 warp = Vec3::UnitX();    // orthotropic: direction of stretch in the mesh as placed
    Damping damping;
};

struct SoftMaterial {
    double density = 1000.0;  // kg/m^3
    double young = 1e5;       // Pa
    double poisson = 0.3;
    SolidLaw law = SolidLaw::stable_neo_hookean;
    Damping damping;
};

enum class SurfaceKernel { cubic, interpolating, interpolating_c2 };
enum class SurfaceEdges { smooth, sharp };
enum class SurfaceGaps { smooth, mesh };

// The surface that others touch, of a soft body or a collider of triangles or points.
struct SurfaceSettings {
    SurfaceGaps gaps = SurfaceGaps::smooth;
    SurfaceKernel kernel = SurfaceKernel::cubic;
    double radius = 1.0;    // of influence, in longest edges or in spacings of points
    double epsilon = 1e-4;  // of the interpolating kernels
    SurfaceEdges edges = SurfaceEdges::smooth;
    double crease_angle = 40.0;  // degrees
};

enum class FillChoice { none, quadratic, gas, liquid };
enum class FillPart { hollow, body };

// What an object is full of: it resists a change of volume.
struct FillSettings {
    FillChoice law = FillChoice::none;
    FillPart part = FillPart::hollow;
    double compression = 1.0;  // kappa_v, 1/atm
    double pressure = 0.0;     // at the start, above that outside, atm
    std::string core;          // name of a closed object inside whose volume is not part of it
};

struct MotionKey {
    double time = 0.0;
    Vec3 translate = Vec3::Zero();
    Vec3 rotate = Vec3::Zero();  // degrees
};

struct MotionSettings {
    std::vector<MotionKey> keyframes;
    Vec3 velocity = Vec3::Zero();  // m/s
    Vec3 spin_axis = Vec3::UnitY();
    double spin_rate = 0.0;  // degrees a second
    double start = 0.0;      // s
    double ramp = 0.0;       // s
};

// Points held, or moved by keyframes, chosen by number, by a box (in world space at the start), or by a point
// group of the mesh file.
struct Pin {
    std::vector<Index> points;
    std::optional<std::array<Vec3, 2>> box;
    std::string group;
    MotionSettings motion;
};

enum class ObjectType { cloth, soft, collider };
enum class ShapeType { plane, sphere, box, capsule, cylinder, mesh, points };

// Files of a deforming mesh: the points move from file to file, the polygons stay.
struct MeshSequence {
    std::string files;  // with one printf-like %04d, relative to the scene file
    Index first = 1;
    Index last = 1;
    double fps = 24.0;  // the first file is at time 0
};

struct ColliderSettings {
    ShapeType shape = ShapeType::plane;
    double radius = 0.5;
    double length = 1.0;
    Vec3 size = Vec3::Ones();
    std::optional<MeshSequence> sequence;  // of ObjectSettings::mesh
    std::string points;                    // file of oriented points, relative to the scene file
    MotionSettings motion;
};

// How an object differs from place to place: multipliers of its own values. Empty: 1 everywhere.
struct Variation {
    std::vector<double> friction;   // of every point
    std::vector<double> mass;       // of every point
    std::vector<double> stiffness;  // of every triangle or tet: of stretch, weft and shear, or of young
};

struct ObjectSettings {
    std::string name;
    ObjectType type = ObjectType::cloth;
    MeshSource mesh;
    Transform transform;
    double friction = 0.5;         // mu; two objects combine by contact.friction_rule
    double thickness = 0.002;      // m; a sheet touches at half of it
    Vec3 velocity = Vec3::Zero();  // m/s, at the start
    Vec3 spin = Vec3::Zero();      // degrees a second about the centre of mass, at the start
    double air_drag = 0.0;         // N s/m^3, per surface area
    bool self_contact = true;
    SurfaceSettings surface;
    FillSettings fill;
    ClothMaterial cloth;
    SoftMaterial soft;
    std::optional<Variation> variation;
    std::vector<Pin> pins;
    ColliderSettings collider;
};

// An object with the defaults of its type: only a sheet needs a thickness of its own.
inline ObjectSettings make_object(ObjectType type)
{
    ObjectSettings object;
    object.type = type;
    if (type != ObjectType::cloth) object.thickness = 0.0;
    return object;
}

// A scheduled change of friction: exams settle with one coefficient and are released with another.
struct FrictionChange {
    double time = 0.0;  // s
    std::string object;
    double friction = 0.0;
};

enum class FrameFormat { bgeo, geo, obj, ply };

struct OutputSettings {
    FrameFormat format = FrameFormat::bgeo;
    Index checkpoint_every = 10;  // frames
    bool contacts = true;         // a file of contacts beside every frame
};

// One line of a scene's own exam: a key of summary.json by its dotted path, and what it must be.
// A number, or null: the run must have no value for it.
struct NumberOrNull {
    NumberOrNull() = default;
    NumberOrNull(double value) : number(value) {}
    std::optional<double> number;
};

struct Expectation {
    std::string quantity;               // e.g. "objects.sheet.slid"
    std::optional<NumberOrNull> value;  // with margin (absolute) and/or relative
    double margin = 0.0;
    double relative = 0.0;
    std::optional<double> min;
    std::optional<double> max;
    std::string why;
};

struct Scene {
    Index version = 1;  // of the scene format
    std::string name = "untitled";
    std::string description;
    TimeSettings time;
    Vec3 gravity = Vec3(0.0, -9.81, 0.0);
    Vec3 wind = Vec3::Zero();  // m/s, of the air that ObjectSettings::air_drag pulls towards
    SolverSettings solver;
    ContactSettings contact;
    std::vector<ObjectSettings> objects;
    std::vector<FrictionChange> friction_changes;
    OutputSettings output;
    std::vector<Expectation> expect;
    std::string file;    // name of the scene file, for messages
    std::string folder;  // of the scene file: base of relative paths
};

}  // namespace stiction
