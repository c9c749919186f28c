// Parameters of given motion: of colliders and of pinned points.

#include "solver_core/scene/parameters.hpp"

#include <fmt/format.h>

namespace stiction {

namespace {

const SectionOf<MotionKey>& key_section()
{
    static const SectionOf<MotionKey>* section = [] {
        auto* s = new SectionOf<MotionKey>("keyframe", "Keyframe",
                                           "Where it is at a time, on top of its placement");
        s->field("time", "Time", &MotionKey::time).required().unit("s").within(1e6).help("when it is there");
        s->field("translate", "Translate", &MotionKey::translate)
            .unit("m")
            .within(1e6)
            .help("shift from the placement");
        s->field("rotate", "Rotate", &MotionKey::rotate)
            .unit("degrees")
            .within(36000)
            .help("turn from the placement, about x, then y, then z");
        return s;
    }();
    return *section;
}

MotionSettings& itself(MotionSettings& motion) { return motion; }

const SectionOf<MotionSettings>& spin_section()
{
    static const SectionOf<MotionSettings>* section = [] {
        auto* s = new SectionOf<MotionSettings>("spin", "Spin", "A constant turn about an axis");
        s->field("axis", "Axis", &MotionSettings::spin_axis)
            .within(1e6)
            .nonzero()
            .help("direction of the axis, through the origin of what moves");
        s->field("rate", "Rate", &MotionSettings::spin_rate)
            .unit("degrees/s")
            .within(1e6)
            .help("turn a second, right-handed about the axis");
        return s;
    }();
    return *section;
}

void check_keys_ascend(const MotionSettings& motion, const Place& place)
{
    for (std::size_t i = 1; i < motion.keyframes.size(); ++i) {
        const double before = motion.keyframes[i - 1].time;
        const double time = motion.keyframes[i].time;
        if (time > before) continue;
        place.key("keyframes")
            .at(i)
            .key("time")
            .refuse(fmt::format("the number {}", time),
                    fmt::format("a number above {}, the time before it", before),
                    "put the keyframes in order of time");
    }
}

}  // namespace

const SectionOf<MotionSettings>& motion_section()
{
    static const SectionOf<MotionSettings>* section = [] {
        auto* s =
            new SectionOf<MotionSettings>("motion", "Motion",
                                          "Given motion on top of the placement: keyframes, then a constant "
                                          "velocity and a constant spin");
        s->nested("keyframes", "Keyframes", &MotionSettings::keyframes, key_section())
            .help("poses at times, straight in between, held before the first and after the last");
        s->field("velocity", "Velocity", &MotionSettings::velocity)
            .unit("m/s")
            .within(1e4)
            .help("constant velocity");
        s->nested("spin", "Spin", itself, spin_section()).help("constant turn");
        s->field("start", "Start", &MotionSettings::start)
            .unit("s")
            .at_least(0)
            .at_most(1e6)
            .help("when velocity and spin begin");
        s->field("ramp", "Ramp", &MotionSettings::ramp)
            .unit("s")
            .at_least(0)
            .at_most(1e6)
            .help("time over which velocity and spin grow to their full size");
        s->set_check(check_keys_ascend);
        return s;
    }();
    return *section;
}

const SectionOf<Pin>& pin_section()
{
    static const SectionOf<Pin>* section = [] {
        auto* s = new SectionOf<Pin>("pin", "Pin", "Points held, or moved along");
        s->field("points", "Points", &Pin::points)
            .at_least(0)
            .at_most(2147483647.0)
            .omitted_empty()
            .fallback("chosen by box or group")
            .help("numbers of the points, from 0");
        s->field("box", "Box", &Pin::box)
            .unit("m")
            .within(1e9)
            .fallback("chosen by points or group")
            .help("corners of a box in the world that holds the points at the start");
        s->field("group", "Group", &Pin::group)
            .omitted_empty()
            .fallback("chosen by points or box")
            .help("name of a point group in the mesh file");
        s->nested("motion", "Motion", &Pin::motion, motion_section())
            .help("how the points move together; they turn about their middle");
        s->set_check([](const Pin& pin, const Place& place) {
            const int ways = int(!pin.points.empty()) + int(pin.box.has_value()) + int(!pin.group.empty());
            if (ways != 1) {
                place.refuse(fmt::format("{} ways to choose the points", ways),
                             "exactly one of \"points\", \"box\", \"group\"",
                             "write several pins to combine them");
            }
        });
        return s;
    }();
    return *section;
}

}  // namespace stiction
