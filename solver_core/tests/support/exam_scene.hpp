#pragma once

// Scenes of the closed-form friction exams, made as text and read by the scene reader, so that an exam walks the same
// road as a user's file; and a run of such a scene, step by step.

#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace stiction::test {

constexpr double kGravity = 9.81;
constexpr double kDegree = 3.14159265358979323846 / 180.0;

inline double tan_degrees(double angle) { return std::tan(angle * kDegree); }

// One object that lies on a plane, at rest or on its way down.
struct SlopeExam {
    double angle = 20.0;   // of the plane, degrees
    double heading = 0.0;  // downhill direction about the vertical, degrees from z towards x
    double mu = 0.3;
    double speed = 0.0;  // at the start, down the slope, m/s
    double step = 0.01;  // s
    Index iterations = 20;
    Vec3 origin = Vec3::Zero();  // where object and plane touch
    std::string body =
        R"("type": "cloth", "thickness": 0.002, "mesh": {"generator": "grid", "size": [0.4, 0.3],
                          "divisions": [4, 3]}, "material": {"density": 0.2, "stretch": 200, "bend": 1e-4})";
    std::string plane = R"("type": "plane")";  // the collider's shape, level
    double half_height = 0.001;                // of the body's middle above the plane, m
    bool plane_first = false;                  // order of the objects in the file
    bool by_pair = false;  // the coefficient from a table of pairs instead of the product of two

    Vec3 normal() const { return turned(0.0, std::cos(angle * kDegree), std::sin(angle * kDegree)); }
    Vec3 downhill() const { return turned(0.0, -std::sin(angle * kDegree), std::cos(angle * kDegree)); }
    Vec3 across() const { return normal().cross(downhill()); }
    // a = g (sin t - mu cos t): acceleration while it slides down
    double acceleration() const
    {
        return kGravity * (std::sin(angle * kDegree) - mu * std::cos(angle * kDegree));
    }

private:
    Vec3 turned(double x, double y, double z) const
    {
        const double c = std::cos(heading * kDegree), s = std::sin(heading * kDegree);
        return Vec3(c * x + s * z, y, -s * x + c * z);
    }
};

inline std::string json_vector(const Vec3& v)
{
    return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", v.x(), v.y(), v.z());
}

inline std::string scene_text(const SlopeExam& exam)
{
    const std::string rotate = fmt::format("[{:.17g}, {:.17g}, 0]", exam.angle, exam.heading);
    const std::string body = fmt::format(
        R"({{"name": "body", {}, "velocity": {}, "friction": {:.17g}, "transform": {{"translate": {}, "rotate": {}}}}})",
        exam.body, json_vector(exam.speed * exam.downhill()), exam.by_pair ? 0.77 : exam.mu,
        json_vector(exam.origin + exam.half_height * exam.normal()), rotate);
    const std::string plane = fmt::format(
        R"({{"name": "plane", "type": "collider", "shape": {{{}}}, "friction": 1,
             "transform": {{"translate": {}, "rotate": {}}}}})",
        exam.plane, json_vector(exam.origin), rotate);
    const std::string pair =
        exam.by_pair ? fmt::format(R"({{"a": "plane", "b": "body", "friction": {:.17g}}})", exam.mu) : "";
    return fmt::format(R"({{"time": {{"step": {:.17g}}}, "solver": {{"iterations": {}}},
                           "contact": {{"friction_rule": "product", "pairs": [{}]}}, "objects": [{}, {}]}})",
                       exam.step, exam.iterations, pair, exam.plane_first ? plane : body,
                       exam.plane_first ? body : plane);
}

// A scene and where it has come to.
class ExamRun {
public:
    explicit ExamRun(const std::string& text) : ExamRun(parse_scene(text, "exam")) {}
    explicit ExamRun(const SlopeExam& exam) : ExamRun(scene_text(exam)) {}
    explicit ExamRun(const Scene& scene) : model(build_model(scene)), state(initial_state(model)) {}

    void advance(std::int64_t steps = 1)
    {
        for (std::int64_t i = 0; i < steps; ++i) {
            const StepReport report = step(model, {}, state, work);
            usable = usable && is_usable(report.status);
            friction_error = std::max(friction_error, report.stats.friction_residual);
        }
    }
    // Centre of mass of one deformable object, numbered without the colliders.
    Vec3 centre(std::size_t object = 0) const { return mean(state.x, object); }
    Vec3 velocity(std::size_t object = 0) const { return mean(state.v, object); }
    // The longest way any node is from where it stands in `from`.
    double farthest(const Vec3Array& from) const
    {
        double longest = 0.0;
        for (std::size_t i = 0; i < from.size(); ++i)
            longest = std::max(longest, (state.x[i] - from[i]).norm());
        return longest;
    }

    Model model;
    State state;
    Workspace work;
    bool usable = true;           // every step so far was
    double friction_error = 0.0;  // the largest so far

private:
    Vec3 mean(const Vec3Array& values, std::size_t object) const
    {
        const ObjectRange& range = model.objects[object];
        Vec3 sum = Vec3::Zero();
        double mass = 0.0;
        for (Index i = range.first_node; i < range.first_node + range.node_count; ++i) {
            sum += model.mass[i] * values[i];
            mass += model.mass[i];
        }
        return sum / mass;
    }
};

// What backward Euler makes of a point mass on the slope, started at v0 >= 0:
//   v(k+1) = max(0, v(k) + h a),   x(k+1) = x(k) + h v(k+1)
// which is x(n) = v0 n h + a h^2 n(n+1)/2 as long as it slides.
struct SlopePoint {
    double x = 0.0;
    double v = 0.0;
    std::int64_t stopped_after = -1;  // steps until v was 0, or -1
};

inline SlopePoint slope_point(const SlopeExam& exam, std::int64_t steps)
{
    SlopePoint point;
    point.v = exam.speed;
    for (std::int64_t k = 1; k <= steps; ++k) {
        point.v = std::max(0.0, point.v + exam.step * exam.acceleration());
        point.x += exam.step * point.v;
        if (point.v == 0.0 && point.stopped_after < 0) point.stopped_after = k;
    }
    return point;
}

}  // namespace stiction::test
