#include "solver_core/apps/compare_caches.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

constexpr double kUsualRate = 24.0;  // frames a second
constexpr double kRestShare = 0.75;  // of the time: what follows should have come to rest
constexpr Index kFewestRestFrames = 3;

void require_range(const char* name, double value, double least, double most)
{
    if (value >= least && value <= most) return;
    throw InputError(name, fmt::format("found {:g}; allowed: {:g} to {:g}; correct it", value, least, most));
}

void require_options(const CompareOptions& options)
{
    constexpr double kSmall = 1e-9, kLarge = 1e9;
    if (options.fps) require_range("fps", *options.fps, 0.01, 1e6);
    require_range("unit_a", options.a.unit, kSmall, kLarge);
    require_range("unit_b", options.b.unit, kSmall, kLarge);
    require_range("collider_unit", options.collider_unit, kSmall, kLarge);
    require_range("rest_speed", options.rest_speed, kSmall, kLarge);
    require_range("contact_distance", options.contact_distance, 0.0, kLarge);
    require_range("rest_from", options.rest_from.value_or(0.0), 0.0, kLarge);
    require_range("seconds_a", options.a.seconds.value_or(0.0), 0.0, kLarge);
    require_range("seconds_b", options.b.seconds.value_or(0.0), 0.0, kLarge);
    if (!options.scene.empty() && !options.collider.empty())
        throw InputError("collider", "found together with a scene; allowed: one of the two; leave one out");
}

// That of --fps, else of the run on either side, else the usual one.
double foreign_rate(const CompareOptions& options)
{
    if (options.fps) return *options.fps;
    for (const SideOptions* side : {&options.a, &options.b})
        if (const std::optional<double> rate = frame_rate_of_run(side->where)) return *rate;
    return kUsualRate;
}

// Given ones for both sides, else each side's own, else those of the other.
void choose_colliders(const CompareOptions& options, double fps, ComparedSide& a, ComparedSide& b)
{
    if (!options.collider.empty()) {
        CacheReading reading;
        reading.unit = options.collider_unit;
        reading.fps = fps;
        a.colliders = {collider_of_cache(read_cache(options.collider, reading))};
        b.colliders = a.colliders;
    } else if (!options.scene.empty()) {
        a.colliders = colliders_of(load_scene(options.scene));
        b.colliders = a.colliders;
        if (a.colliders.empty())
            throw InputError(options.scene,
                             "no object of type \"collider\" found; --scene gives the colliders; name a "
                             "scene that has one");
    } else if (!a.scene) {
        a.colliders = b.colliders;
    } else if (!b.scene) {
        b.colliders = a.colliders;
    }
}

RestWindow rest_window(const CompareOptions& options, const Cache& a, const Cache& b)
{
    RestWindow window;
    window.speed = options.rest_speed;
    const double first = std::max(a.times.front(), b.times.front());
    const double last = std::min(a.times.back(), b.times.back());
    const double least = (kFewestRestFrames - 1) * std::max(a.frame_seconds(), b.frame_seconds());
    window.from = options.rest_from.value_or(
        std::max(first, std::min(first + kRestShare * (last - first), last - least)));
    return window;
}

}  // namespace

ComparedCaches compare_caches(const CompareOptions& options)
{
    require_options(options);
    const double fps = foreign_rate(options);
    SideOptions a = options.a, b = options.b;
    a.fps = b.fps = fps;
    ComparedCaches out;
    out.a = load_side(a);
    out.b = load_side(b);
    keep_common_times(out.a, out.b);
    choose_colliders(options, fps, out.a, out.b);
    Comparison& comparison = out.comparison;
    comparison.rest = rest_window(options, out.a.cache, out.b.cache);
    comparison.contact_distance = options.contact_distance;
    comparison.a = measure_side(out.a, comparison.rest, options.contact_distance);
    comparison.b = measure_side(out.b, comparison.rest, options.contact_distance);
    comparison.difference = measure_difference(out.a.cache, out.b.cache);
    return out;
}

}  // namespace stiction
