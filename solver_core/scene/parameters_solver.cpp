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
        s->nested("pairs", "Pairs", &ContactSettings::pairs, friction_pair_section())
            .help("coefficients of named pairs, in place of the rule");
        s->field("self_contact", "Self-contact", &ContactSettings::self_contact)
            .help("contact between and within deformable objects; off: colliders only");
        s->field("recovery_speed", "Recovery speed", &ContactSettings::recovery_speed)
            .unit("m/s")
            .at_least(0)
            .at_most(100)
            .help("things that overlap are pushed apart at most this fast");
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
