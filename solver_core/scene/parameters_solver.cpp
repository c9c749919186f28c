// Parameters of the solve and of contact.

#include "solver_core/scene/parameters.hpp"

namespace stiction {

namespace {

const SectionOf<FrictionPair>& friction_pair_section()
{
    static const SectionOf<FrictionPair>* section = [] {
        auto* s = new SectionOf<FrictionPair>("friction_pair", "Friction of a pair",
                                              "Friction between two objects, in place of the rule");
        s->field("a", "First object", &FrictionPair::a).required().help("name of an object");
        s->field("b", "Second object", &FrictionPair::b)
            .required()
            .help("name of an object; the same one twice means contact with itself");
        s->field("friction", "Friction", &FrictionPair::friction)
            .required()
            .at_least(0)
            .at_most(10)
            .alias({"mu"})
            .help("coefficient between the two");
        return s;
    }();
    return *section;
}

const SectionOf<SurfaceChoice>& surface_choice_section()
{
    static const SectionOf<SurfaceChoice>* section = [] {
        auto* s = new SectionOf<SurfaceChoice>("surface_choice", "Surface of a pair",
                                               "Which of two deformable objects carries the smooth surface");
        s->field("points", "Points", &SurfaceChoice::points)
            .required()
            .help("name of the object that touches with its points");
        s->field("surface", "Surface", &SurfaceChoice::surface)
            .required()
            .help("name of the soft body whose smooth surface is touched");
        return s;
    }();
    return *section;
}

void add_newton_fields(SectionOf<SolverSettings>& s)
{
    s.field("step_tolerance", "Step tolerance", &SolverSettings::step_tolerance)
        .above(0)
        .at_most(0.01)
        .used_by({"staggered", "implicit"})
        .help("error of a step's Newton method, as a share of the largest velocity");
    s.field("step_iterations", "Step iterations", &SolverSettings::step_iterations)
        .at_least(1)
        .at_most(10000)
        .used_by({"staggered", "implicit"})
        .fallback("400 with staggered, 100 with implicit, where halves of a step are the better next try")
        .help("Newton steps of a step, or of a stage of it, at most");
}

void add_implicit_fields(SectionOf<SolverSettings>& s)
{
    const std::vector<std::string> implicit = {"implicit"};
    s.field("integrator", "Integrator", &SolverSettings::integrator)
        .used_by(implicit)
        .help("how time is stepped");
    s.field("newton", "Newton steps", &SolverSettings::newton)
        .used_by(implicit)
        .help("who solves the linear system of a Newton step");
    s.field("preconditioner", "Preconditioner", &SolverSettings::preconditioner)
        .used_by(implicit)
        .help("of iterative Newton steps");
    s.field("sparse_volumes", "Sparse volumes", &SolverSettings::sparse_volumes)
        .used_by(implicit)
        .help("Newton steps leave out that all points of a filled volume feel each other; for comparison");
    s.field("creep", "Creep", &SolverSettings::creep)
        .unit("m/s")
        .at_least(1e-9)
        .at_most(1)
        .alias({"eps"})
        .used_by(implicit)
        .help("friction is full from this sliding speed on; what sticks creeps slower");
    s.field("creep_continuation", "Creep continuation", &SolverSettings::creep_continuation)
        .used_by(implicit)
        .help("where Newton's method fails at the creep, it is led there from looser ones");
    s.field("friction_curve", "Friction curve", &SolverSettings::friction_curve)
        .used_by(implicit)
        .help("how friction grows up to the creep speed");
    s.field("lagged_friction", "Lagged friction", &SolverSettings::lagged_friction)
        .used_by(implicit)
        .help("load and direction of friction are those of the start of the step; for comparison");
    s.field("friction_lags", "Friction lags", &SolverSettings::friction_lags)
        .at_least(1)
        .at_most(100)
        .used_by(implicit)
        .help("with lagged friction: solves a step at most, each with the loads of the one before");
    s.field("decoupled_contact", "Decoupled contact", &SolverSettings::decoupled_contact)
        .used_by(implicit)
        .help(
            "tr, tr_bdf2: contact acts over every stage with the force of its end alone; that of an impact "
            "is not carried on, which may add energy: for what hits hard and for thin layers");
    s.field("static_ratio", "Static over kinetic", &SolverSettings::static_ratio)
        .at_least(1)
        .at_most(10)
        .used_by(implicit)
        .help("friction near rest over that of fast sliding (Stribeck)");
    s.field("stribeck_speed", "Stribeck speed", &SolverSettings::stribeck_speed)
        .unit("m/s")
        .above(0)
        .at_most(100)
        .used_by(implicit)
        .help("static friction fades over this sliding speed");
    s.field("viscous_friction", "Viscous friction", &SolverSettings::viscous_friction)
        .unit("s/m")
        .at_least(0)
        .at_most(100)
        .used_by(implicit)
        .help("grows with the sliding speed, as a share of the load");
    s.field("contact_layer", "Contact layer", &SolverSettings::contact_layer)
        .unit("m")
        .above(0)
        .at_most(2e-4)
        .used_by(implicit)
        .fallback("a hundredth of g h^2, between 1e-7 and 1e-4 m; 1e-4 with tr and tr_bdf2")
        .help("thickness of the layer that pushes back; what rests lies within half of it");
    s.field("step_cuts", "Step cuts", &SolverSettings::step_cuts)
        .at_least(0)
        .at_most(10)
        .used_by(implicit)
        .help("a step whose Newton method fails is made in halves, so many times over at most");
}

void add_staggered_fields(SectionOf<SolverSettings>& s)
{
    const std::vector<std::string> staggered = {"staggered"};
    s.field("friction_tolerance", "Friction tolerance", &SolverSettings::friction_tolerance)
        .above(0)
        .below(1)
        .used_by(staggered)
        .help("squared relative change of friction at which the staggered projections stop");
    s.field("friction_iterations", "Friction iterations", &SolverSettings::friction_iterations)
        .at_least(1)
        .at_most(10000)
        .used_by(staggered)
        .help("staggered projections of a step at most");
    s.field("friction_forwarding", "Friction forwarding", &SolverSettings::friction_forwarding)
        .used_by(staggered)
        .help("friction of the last step acts on the elastic prediction; off is for comparison");
    s.field("exact_friction", "Exact friction", &SolverSettings::exact_friction)
        .used_by(staggered)
        .help("after the projections the coupled law is solved, to a friction error of 1e-9");
    s.field("coupling", "Coupling", &SolverSettings::coupling)
        .used_by(staggered)
        .help("what friction moves within a step");
    s.field("step_solver", "Step solver", &SolverSettings::step_solver)
        .used_by(staggered)
        .help("who solves the constrained elastic step");
    s.field("constraints", "Constraints", &SolverSettings::constraints)
        .used_by(staggered)
        .help("what the gaps to smooth surfaces are within a step");
}

}  // namespace

const SectionOf<SolverSettings>& solver_section()
{
    static const SectionOf<SolverSettings>* section = [] {
        auto* s = new SectionOf<SolverSettings>("solver", "Solver",
                                                "Which method advances the scene, and its budget");
        s->field("method", "Method", &SolverSettings::method).help("how a step is solved");
        s->field("iterations", "Iterations", &SolverSettings::iterations)
            .at_least(1)
            .at_most(10000)
            .used_by({"projective"})
            .help("local/global iterations a step");
        s->field("contact_sweeps", "Contact sweeps", &SolverSettings::contact_sweeps)
            .at_least(1)
            .at_most(1000)
            .used_by({"projective"})
            .help("Gauss-Seidel sweeps over the contacts in each local step");
        s->field("exact_contacts", "Exact contacts", &SolverSettings::exact_contacts)
            .at_least(0)
            .at_most(20000)
            .used_by({"projective"})
            .help(
                "up to so many contacts of soft bodies are solved all together, to rounding; more, and those "
                "of cloth, are refined one by one over the iterations; 0 turns it off");
        s->field("tolerance", "Tolerance", &SolverSettings::tolerance)
            .at_least(0)
            .below(1)
            .help("friction error at which a step stops early; 0 makes all iterations");
        s->field("linear_solver", "Linear solver", &SolverSettings::linear_solver)
            .help("who factors and solves the linear system; the answer is the same");
        add_newton_fields(*s);
        add_staggered_fields(*s);
        add_implicit_fields(*s);
        return s;
    }();
    return *section;
}

const SectionOf<ContactSettings>& contact_section()
{
    static const SectionOf<ContactSettings>* section = [] {
        auto* s = new SectionOf<ContactSettings>("contact", "Contact", "How objects touch");
        s->field("friction_rule", "Friction rule", &ContactSettings::friction_rule)
            .help("coefficient between two objects from their own coefficients a and b");
        s->field("friction", "Friction", &ContactSettings::friction)
            .at_least(0)
            .at_most(10)
            .alias({"mu"})
            .fallback("the objects' own, by the rule")
            .help(
                "coefficient mu of every pair, in place of the objects' own and the rule; `pairs` go first");
        s->nested("pairs", "Pairs", &ContactSettings::pairs, friction_pair_section())
            .help("coefficients of named pairs, in place of the rule");
        s->field("self_contact", "Self-contact", &ContactSettings::self_contact)
            .help("contact between and within deformable objects; off: colliders only");
        s->field("guard", "Crossing guard", &ContactSettings::guard)
            .help(
                "after the solve, features of cloth that would still pass through each other are held back; "
                "off "
                "saves the time of looking for them");
        s->field("recovery_speed", "Recovery speed", &ContactSettings::recovery_speed)
            .unit("m/s")
            .at_least(0)
            .at_most(100)
            .help(
                "things that overlap are pushed apart at most this fast: by three tenths of the overlap a "
                "step, or all of it where a twenty-fifth of this speed will do");
        s->nested("surfaces", "Surfaces", &ContactSettings::surfaces, surface_choice_section())
            .used_by({"staggered", "implicit"})
            .help(
                "who carries the smooth surface, for named pairs; else soft bodies do, each for all others");
        return s;
    }();
    return *section;
}

const SectionOf<FrictionChange>& friction_change_section()
{
    static const SectionOf<FrictionChange>* section = [] {
        auto* s = new SectionOf<FrictionChange>("friction_change", "Friction change",
                                                "From a time on, an object has another coefficient");
        s->field("time", "Time", &FrictionChange::time)
            .required()
            .unit("s")
            .at_least(0)
            .at_most(1e6)
            .help("first time the new coefficient holds");
        s->field("object", "Object", &FrictionChange::object).required().help("name of an object");
        s->field("friction", "Friction", &FrictionChange::friction)
            .required()
            .at_least(0)
            .at_most(10)
            .alias({"mu"})
            .help("the new coefficient");
        return s;
    }();
    return *section;
}

}  // namespace stiction
