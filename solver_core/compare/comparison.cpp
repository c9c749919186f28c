#include "solver_core/compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;
using Value = std::optional<double>;

constexpr double kEqualShare = 0.05;
constexpr double kFewRest = 0.05;  // share of the weight below which numbers of resting parts say little
constexpr double kDegrees = 180.0 / 3.14159265358979323846;
// What single-precision files of a scene of a few metres leave uncertain.
constexpr double kLengthFloor = 1e-6;  // m

Json json_of(const Value& value) { return value ? Json(*value) : Json(nullptr); }

std::string text_of(const Value& value) { return value ? fmt::format("{:.4g}", *value) : "-"; }

template <class Read>
ComparedValue row(const Comparison& c, const char* key, const char* label, const char* unit, Sense sense,
                  double floor, const Read& read)
{
    return {key, label, unit, sense, floor, read(c.a), read(c.b)};
}

template <class Read>
Value of_collider(const CacheMeasures& m, const Read& read)
{
    return m.collider ? Value(read(*m.collider)) : std::nullopt;
}

void add_motion_rows(const Comparison& c, std::vector<ComparedValue>& rows)
{
    using M = const CacheMeasures&;
    const auto less = Sense::less_is_better;
    const double seconds = c.a.fps > 0.0 ? 1.0 / c.a.fps : 1.0;
    rows.push_back(row(c, "resting_share", "share that rests", "", Sense::neither, 0.0,
                       [](M m) -> Value { return m.motion.resting; }));
    rows.push_back(row(c, "drift_mean", "drift of resting parts, mean", "m/s", less, kLengthFloor,
                       [](M m) { return m.motion.drift_mean; }));
    rows.push_back(row(c, "drift_max", "drift of resting parts, largest", "m/s", less, kLengthFloor,
                       [](M m) { return m.motion.drift_max; }));
    rows.push_back(row(c, "jitter", "jitter of resting parts", "m", less, kLengthFloor,
                       [](M m) { return m.motion.jitter; }));
    rows.push_back(row(c, "jitter_max", "jitter of the worst point", "m", less, kLengthFloor,
                       [](M m) { return m.motion.jitter_max; }));
    rows.push_back(row(c, "jitter_energy", "energy of the jitter", "J/kg", less,
                       2.0 * std::pow(kLengthFloor / seconds, 2.0),
                       [](M m) { return m.motion.jitter_energy; }));
    rows.push_back(row(c, "path", "way of the centre", "m", Sense::neither, 0.0,
                       [](M m) -> Value { return m.motion.path; }));
    rows.push_back(row(c, "displacement", "displacement of the centre", "m", Sense::neither, 0.0,
                       [](M m) -> Value { return m.motion.displacement; }));
}

void add_collider_rows(const Comparison& c, std::vector<ComparedValue>& rows)
{
    using M = const CacheMeasures&;
    using K = const ColliderMeasures&;
    const auto less = Sense::less_is_better;
    rows.push_back(row(c, "contact_share", "share in contact with colliders", "", Sense::neither, 0.0,
                       [](M m) { return of_collider(m, [](K k) { return k.contact_share; }); }));
    rows.push_back(row(c, "slid_mean", "slid over colliders, mean", "m", Sense::neither, 0.0,
                       [](M m) { return of_collider(m, [](K k) { return k.slid_mean; }); }));
    rows.push_back(row(c, "slid_max", "slid over colliders, largest", "m", Sense::neither, 0.0,
                       [](M m) { return of_collider(m, [](K k) { return k.slid_max; }); }));
    rows.push_back(row(c, "penetration_max", "penetration, deepest", "m", less, kLengthFloor,
                       [](M m) { return m.collider ? m.collider->penetration_max : std::nullopt; }));
    rows.push_back(row(c, "penetration_share", "share below a collider's surface", "", less, 1e-6,
                       [](M m) { return m.collider ? m.collider->penetration_share : std::nullopt; }));
}

void add_shape_rows(const Comparison& c, std::vector<ComparedValue>& rows)
{
    using M = const CacheMeasures&;
    const auto less = Sense::less_is_better;
    rows.push_back(row(c, "stretch_mean", "stretch, mean of |l/l0 - 1|", "", less, 1e-5,
                       [](M m) -> Value { return m.shape.stretch_mean; }));
    rows.push_back(row(c, "stretch_p99", "stretch, 99 % of edges below", "", less, 1e-5,
                       [](M m) -> Value { return m.shape.stretch_p99; }));
    rows.push_back(row(c, "stretch_max", "stretch, largest l/l0 - 1", "", less, 1e-5,
                       [](M m) -> Value { return m.shape.stretch_max; }));
    rows.push_back(row(c, "stretch_min", "compression, smallest l/l0 - 1", "", Sense::neither, 0.0,
                       [](M m) -> Value { return m.shape.stretch_min; }));
    rows.push_back(row(c, "bend_rms", "bend angle, root mean square", "deg", Sense::neither, 0.0,
                       [](M m) -> Value { return kDegrees * m.shape.bend_rms; }));
    rows.push_back(row(c, "bend_max", "bend angle, largest", "deg", Sense::neither, 0.0,
                       [](M m) -> Value { return kDegrees * m.shape.bend_max; }));
    rows.push_back(row(c, "curvature_mean", "mean curvature", "1/m", Sense::neither, 0.0,
                       [](M m) -> Value { return m.shape.curvature_mean; }));
    rows.push_back(row(c, "volume_first", "volume, first frame", "m^3", Sense::neither, 0.0,
                       [](M m) { return m.shape.volume_first; }));
    rows.push_back(row(c, "volume_change", "volume, largest change", "", less, 1e-5,
                       [](M m) { return m.shape.volume_change; }));
    rows.push_back(row(c, "seconds_per_frame", "computing time a frame", "s", less, 0.0,
                       [](M m) { return m.seconds_per_frame; }));
}

const char* word_of(Better better)
{
    switch (better) {
        case Better::a: return "A";
        case Better::b: return "B";
        case Better::equal: return "equal";
        case Better::unknown: return "";
    }
    return "";
}

// "A is better at: drift of resting parts, mean (1e-06 against 0.002 m/s); ..."
std::string in_words(const std::vector<ComparedValue>& rows, Better side)
{
    std::string text;
    for (const ComparedValue& value : rows) {
        if (better_of(value) != side) continue;
        const Value& mine = side == Better::a ? value.a : value.b;
        const Value& other = side == Better::a ? value.b : value.a;
        text += fmt::format("  {}: {} against {}{}{}\n", value.label, text_of(mine), text_of(other),
                            value.unit.empty() ? "" : " ", value.unit);
    }
    return text.empty() ? "  nothing\n" : text;
}

std::string describe(const char* side, const CacheMeasures& m)
{
    return fmt::format("{}  {}: {} points, {} triangles{}, frames {}-{} at {:g} a second\n", side, m.label,
                       m.points, m.triangles, m.tets > 0 ? fmt::format(", {} tets", m.tets) : "",
                       m.first_frame, m.last_frame, m.fps);
}

std::string describe(const CacheDifference& d)
{
    if (d.frames == 0) return "Apart: no two frames at the same time\n";
    std::string text = fmt::format("Apart, over {} frames at equal times:\n", d.frames);
    if (d.same_points)
        text += fmt::format("  same points: {} m root mean square, {} m at most; last frame {} m\n",
                            text_of(d.point_rms), text_of(d.point_max), text_of(d.point_last));
    text += fmt::format("  {}surfaces: {} m mean, {} m at most; last frame {} m\n",
                        d.same_points ? "" : "other points; ", text_of(d.surface_mean),
                        text_of(d.surface_max), text_of(d.surface_last));
    return text;
}

Json json_of(const CacheMeasures& m)
{
    return {{"label", m.label},
            {"points", m.points},
            {"triangles", m.triangles},
            {"tets", m.tets},
            {"fps", m.fps},
            {"first_frame", m.first_frame},
            {"last_frame", m.last_frame},
            {"measures", Json::object()}};
}

}  // namespace

std::vector<ComparedValue> compared_values(const Comparison& comparison)
{
    std::vector<ComparedValue> rows;
    add_motion_rows(comparison, rows);
    add_collider_rows(comparison, rows);
    add_shape_rows(comparison, rows);
    return rows;
}

Better better_of(const ComparedValue& value)
{
    if (value.sense == Sense::neither || !value.a || !value.b) return Better::unknown;
    const double apart = std::abs(*value.a - *value.b);
    const double larger = std::max(std::abs(*value.a), std::abs(*value.b));
    if (apart <= value.floor || apart <= kEqualShare * larger) return Better::equal;
    return *value.a < *value.b ? Better::a : Better::b;
}

std::string comparison_table(const Comparison& comparison)
{
    const std::vector<ComparedValue> rows = compared_values(comparison);
    std::string text = describe("A", comparison.a) + describe("B", comparison.b) + "\n";
    text += fmt::format("{:<34} {:>11} {:>11}  {:<5} {}\n", "", "A", "B", "unit", "better");
    for (const ComparedValue& value : rows) {
        if (!value.a && !value.b) continue;
        std::string line = fmt::format("{:<34} {:>11} {:>11}  {:<5} {}", value.label, text_of(value.a),
                                       text_of(value.b), value.unit, word_of(better_of(value)));
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    text += "\n" + describe(comparison.difference);
    if (std::min(comparison.a.motion.resting, comparison.b.motion.resting) < kFewRest)
        text += fmt::format(
            "Hardly anything rests (A {:.3g} %, B {:.3g} %): drift and jitter are those of few points\n",
            100.0 * comparison.a.motion.resting, 100.0 * comparison.b.motion.resting);
    text += "\nA is better at\n" + in_words(rows, Better::a);
    text += "B is better at\n" + in_words(rows, Better::b);
    return text;
}

Json to_json(const Comparison& comparison)
{
    Json json;
    json["a"] = json_of(comparison.a);
    json["b"] = json_of(comparison.b);
    json["better"] = Json::object();
    json["quantities"] = Json::object();
    for (const ComparedValue& value : compared_values(comparison)) {
        json["quantities"][value.key] = {{"label", value.label},
                                         {"unit", value.unit},
                                         {"less_is_better", value.sense == Sense::less_is_better}};
        json["a"]["measures"][value.key] = json_of(value.a);
        json["b"]["measures"][value.key] = json_of(value.b);
        const Better better = better_of(value);
        if (better != Better::unknown) json["better"][value.key] = word_of(better);
    }
    const CacheDifference& d = comparison.difference;
    json["difference"] = {{"frames", d.frames},
                          {"same_points", d.same_points},
                          {"point_rms", json_of(d.point_rms)},
                          {"point_max", json_of(d.point_max)},
                          {"point_last", json_of(d.point_last)},
                          {"surface_mean", json_of(d.surface_mean)},
                          {"surface_max", json_of(d.surface_max)},
                          {"surface_last", json_of(d.surface_last)}};
    json["settings"] = {{"rest_from", comparison.rest.from},
                        {"rest_speed", comparison.rest.speed},
                        {"contact_distance", comparison.contact_distance}};
    return json;
}

}  // namespace stiction
