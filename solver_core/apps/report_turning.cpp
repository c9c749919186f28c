#include "solver_core/apps/report_turning.hpp"

#include "solver_core/mesh/lumped_mass.hpp"

#include <algorithm>

namespace stiction {
namespace {

bool only_spins(const Motion& motion)
{
    return motion.spin_rate != 0.0 && motion.keys.empty() && motion.velocity.isZero() &&
           !motion.spin_axis.isZero();
}

bool touches(const ReportRun& run, Index object, Index collider)
{
    const auto is_it = [&](const ReportContact& c) { return c.object == object && c.other == collider; };
    return std::any_of(run.contacts.begin(), run.contacts.end(), [&](const ReportContacts& frame) {
        return std::any_of(frame.begin(), frame.end(), is_it);
    });
}

// rad/s, ramped up as pose_at has it.
double spin_at(const Motion& motion, double time)
{
    const double s = time - motion.start;
    if (s < 0.0) return 0.0;
    return motion.ramp > 0.0 ? motion.spin_rate * std::min(1.0, s / motion.ramp) : motion.spin_rate;
}

// rate = sum m v . (a x r) / sum m |a x r|^2
double turning_rate(const GeometryTable& table, const std::vector<double>& mass, const Vec3& origin,
                    const Vec3& axis)
{
    const std::vector<double>& v = table.point_attributes.at("v").values;
    double momentum = 0.0, inertia = 0.0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        const Vec3 around = axis.cross(table.positions[i] - origin);
        momentum += mass[i] * around.dot(Vec3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
        inertia += mass[i] * around.squaredNorm();
    }
    return inertia > 0.0 ? momentum / inertia : 0.0;
}

ReportTurning turning_of(const RenderRun& frames, const ReportRun& run, std::size_t object,
                         const Collider& collider)
{
    const ObjectSettings& settings = run.scene.objects[run.objects[object].scene_object];
    const Vec3 axis = collider.motion.spin_axis.normalized();
    ReportTurning turning;
    turning.object = object;
    turning.collider = collider.name;
    std::vector<double> mass;
    for (const Index frame : run.frames) {
        const GeometryTable table = frames.read_table(settings, frame);
        if (mass.empty())
            mass = table.tets.empty() ? lumped_mass(table.positions, run.objects[object].triangles, 1.0)
                                      : lumped_mass(table.positions, table.tets, 1.0);
        turning.rate.push_back(turning_rate(table, mass, collider.placement.translation, axis));
        turning.collider_rate.push_back(spin_at(collider.motion, frames.time_of(frame)));
    }
    return turning;
}

}  // namespace

std::vector<ReportTurning> find_turnings(const RenderRun& frames, const ReportRun& run)
{
    std::vector<ReportTurning> found;
    std::size_t collider = 0;
    for (std::size_t i = 0; i < run.scene.objects.size(); ++i) {
        if (run.scene.objects[i].type != ObjectType::collider) continue;
        const Collider& body = frames.colliders()[collider++];
        if (!only_spins(body.motion)) continue;
        for (std::size_t k = 0; k < run.objects.size(); ++k) {
            const ReportObject& object = run.objects[k];
            if (!object.is_collider && object.speed.size() == run.frames.size() &&
                touches(run, object.scene_object, static_cast<Index>(i)))
                found.push_back(turning_of(frames, run, k, body));
        }
    }
    return found;
}

}  // namespace stiction
