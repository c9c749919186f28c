// Parameters of the whole scene: what it is called, when it runs, what it leaves behind, what it must come
// to.

#include "solver_core/scene/parameters.hpp"

namespace stiction {

const SectionOf<TimeSettings>& time_section()
{
    static const SectionOf<TimeSettings>* section = [] {
        auto* s = new SectionOf<TimeSettings>("time", "Time", "How long a step is and how many are made");
        s->field("step", "Time step", &TimeSettings::step)
            .unit("s")
            .above(0)
            .at_most(1)
            .alias({"dt", "h", "timestep"})
            .help("time from one solve to the next");
        s->field("steps_per_frame", "Steps per frame", &TimeSettings::steps_per_frame)
            .at_least(1)
            .at_most(100000)
            .alias({"substeps"})
            .help("steps from one written frame to the next");
        s->field("frames", "Frames", &TimeSettings::frames)
            .at_least(1)
            .at_most(1000000)
            .alias({"duration", "seconds", "length", "end"})
            .help(
                "frames to simulate after the start, which is frame 0; the run lasts step times "
                "steps_per_frame times frames");
        return s;
    }();
    return *section;
}

const SectionOf<OutputSettings>& output_section()
{
    static const SectionOf<OutputSettings>* section = [] {
        auto* s = new SectionOf<OutputSettings>("output", "Output", "What a run leaves in its folder");
        s->field("format", "Frame format", &OutputSettings::format).help("file format of the frames");
        s->field("checkpoint_every", "Checkpoint every", &OutputSettings::checkpoint_every)
            .unit("frames")
            .at_least(1)
            .at_most(1000000)
            .help("frames from one checkpoint to the next");
        s->field("contacts", "Contacts", &OutputSettings::contacts)
            .help("write the contacts of every frame as points: where, impulse, stick or slip");
        return s;
    }();
    return *section;
}

const SectionOf<Expectation>& expectation_section()
{
    static const SectionOf<Expectation>* section = [] {
        auto* s = new SectionOf<Expectation>("expectation", "Expectation",
                                             "One line of the scene's own exam, checked by stiction verify");
        s->field("quantity", "Quantity", &Expectation::quantity)
            .required()
            .help("path of a number in summary.json, for example objects.sheet.slid or objects.sheet.com[1]");
        s->field("value", "Value", &Expectation::value)
            .fallback("no value asked for")
            .help(
                "what the quantity must be, up to margin plus relative times its size; null: the run must "
                "have no value for it, as for the stopped_at of a body that never stops");
        s->field("margin", "Margin", &Expectation::margin)
            .at_least(0)
            .help("allowed distance from the value");
        s->field("relative", "Relative margin", &Expectation::relative)
            .at_least(0)
            .help("allowed distance from the value as a part of it");
        s->field("min", "Smallest", &Expectation::min)
            .fallback("no lower limit")
            .help("the quantity must not be less");
        s->field("max", "Largest", &Expectation::max)
            .fallback("no upper limit")
            .help("the quantity must not be more");
        s->field("why", "Why", &Expectation::why).help("where the number comes from");
        s->set_check([](const Expectation& expectation, const Place& place) {
            if (!expectation.value && !expectation.min && !expectation.max)
                place.refuse("nothing to compare with", "at least one of \"value\", \"min\", \"max\"",
                             "add one");
            if (expectation.value && !expectation.value->number && (expectation.min || expectation.max))
                place.refuse("a null \"value\" and limits", "null alone, or numbers",
                             "remove \"min\" and \"max\", or the null");
            if (expectation.min && expectation.max && *expectation.min > *expectation.max)
                place.refuse("\"min\" larger than \"max\"", "min <= max", "swap the two");
        });
        return s;
    }();
    return *section;
}

const SectionOf<Scene>& scene_section()
{
    static const SectionOf<Scene>* section = [] {
        auto* s =
            new SectionOf<Scene>("scene", "Scene", "Objects, how they touch, and how long to simulate them");
        s->field("version", "Format version", &Scene::version)
            .at_least(1)
            .at_most(1)
            .help("version of the scene format; this program reads version 1");
        s->field("name", "Name", &Scene::name).help("what reports call the scene");
        s->field("description", "Description", &Scene::description)
            .help("a few sentences for whoever opens the file");
        s->nested("time", "Time", &Scene::time, time_section()).help("step size and length of the run");
        s->field("gravity", "Gravity", &Scene::gravity)
            .unit("m/s^2")
            .within(1e4)
            .help("acceleration of everything that moves");
        s->field("wind", "Wind", &Scene::wind)
            .unit("m/s")
            .within(1e3)
            .help("velocity of the air, which draws objects along by their air drag");
        s->nested("solver", "Solver", &Scene::solver, solver_section()).help("method and budget of a step");
        s->nested("contact", "Contact", &Scene::contact, contact_section())
            .help("what touches what, and how");
        s->nested("objects", "Objects", &Scene::objects, object_section())
            .required()
            .help("cloth, soft bodies and colliders, at least one of them deformable");
        s->nested("friction_changes", "Friction changes", &Scene::friction_changes, friction_change_section())
            .help("changes of friction at given times");
        s->nested("output", "Output", &Scene::output, output_section()).help("files a run writes");
        s->nested("expect", "Expected results", &Scene::expect, expectation_section())
            .help("what stiction verify checks after a run");
        return s;
    }();
    return *section;
}

const FieldInfo& scene_field()
{
    static const FieldInfo* info = [] {
        auto* root = new FieldInfo;
        root->kind = Kind::section;
        root->help = "a scene; `stiction schema` prints its layout";
        root->section = &scene_section();
        return root;
    }();
    return *info;
}

}  // namespace stiction
