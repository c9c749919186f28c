#include "solver_core/sim/run_track.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/binary_archive.hpp"

#include <cassert>

namespace stiction {
namespace {

constexpr const char* kWhere = "run track";

// x_c = sum m x / sum m over the object's nodes, and the same for v.
Vec3 mass_mean(const Model& model, const ObjectRange& object, const Vec3Array& values)
{
    Vec3 sum = Vec3::Zero();
    double mass = 0.0;
    for (Index i = object.first_node; i < object.first_node + object.node_count; ++i) {
        sum += model.mass[i] * values[i];
        mass += model.mass[i];
    }
    return mass > 0.0 ? Vec3(sum / mass) : sum;
}

void note_speed(double speed, double time, ObjectTrack& track)
{
    track.speed = speed;
    track.max_speed = std::max(track.max_speed, speed);
    if (!(speed < kRestSpeed))
        track.rest_since.reset();
    else if (!track.rest_since)
        track.rest_since = time;
}

// Saved form: numbers only.
struct ObjectRecord {
    double com_start[3], com[3];
    double slid, speed, max_speed, at_rest, rest_since;
};
struct SumsRecord {
    std::int64_t steps, iterations, contacts_external, contacts_self;
    double friction_residual_sum, friction_residual_max, alart_curnier_max, penetration_max;
    double kinetic, elastic, gravity;
};

ObjectRecord to_record(const ObjectTrack& t)
{
    return {{t.com_start.x(), t.com_start.y(), t.com_start.z()},
            {t.com.x(), t.com.y(), t.com.z()},
            t.slid,
            t.speed,
            t.max_speed,
            t.rest_since ? 1.0 : 0.0,
            t.rest_since.value_or(0.0)};
}

ObjectTrack from_record(const ObjectRecord& r)
{
    ObjectTrack track;
    track.com_start = Vec3(r.com_start[0], r.com_start[1], r.com_start[2]);
    track.com = Vec3(r.com[0], r.com[1], r.com[2]);
    track.slid = r.slid;
    track.speed = r.speed;
    track.max_speed = r.max_speed;
    if (r.at_rest != 0.0) track.rest_since = r.rest_since;
    return track;
}

}  // namespace

RunTrack begin_track(const Model& model, const State& state)
{
    RunTrack track;
    track.forces = ForceWindow(model.objects.size(), model.step);
    for (const ObjectRange& object : model.objects) {
        ObjectTrack& t = track.objects.emplace_back();
        t.com_start = t.com = mass_mean(model, object, state.x);
        note_speed(mass_mean(model, object, state.v).norm(), static_cast<double>(state.step) * model.step, t);
    }
    return track;
}

void update_track(const Model& model, const State& state, const StepReport& report,
                  Span<const ContactForce> forces, RunTrack& track)
{
    assert(track.objects.size() == model.objects.size());
    for (std::size_t i = 0; i < track.objects.size(); ++i) {
        const ObjectRange& object = model.objects[i];
        ObjectTrack& t = track.objects[i];
        const Vec3 com = mass_mean(model, object, state.x);
        t.slid += (com - t.com).norm();
        t.com = com;
        note_speed(mass_mean(model, object, state.v).norm(), static_cast<double>(state.step) * model.step, t);
    }
    const StepStats& stats = report.stats;
    ++track.steps;
    track.forces.put(track.steps, forces);
    track.iterations += stats.iterations;
    track.contacts_external += stats.contacts_external;
    track.contacts_self += stats.contacts_self;
    track.friction_residual_sum += stats.friction_residual;
    track.friction_residual_max = std::max(track.friction_residual_max, stats.friction_residual);
    track.alart_curnier_max = std::max(track.alart_curnier_max, stats.alart_curnier);
    track.penetration_max = std::max(track.penetration_max, stats.penetration_max);
    track.energy = stats.energy;
}

void reseat_track(const Model& model, const State& state, RunTrack& track)
{
    for (std::size_t i = 0; i < track.objects.size(); ++i) {
        const ObjectRange& object = model.objects[i];
        ObjectTrack& t = track.objects[i];
        t.com = mass_mean(model, object, state.x);
        note_speed(mass_mean(model, object, state.v).norm(), static_cast<double>(state.step) * model.step, t);
    }
}

std::string encode_track(const RunTrack& track)
{
    BinaryArchive archive;
    std::vector<ObjectRecord> objects;
    for (const ObjectTrack& object : track.objects) objects.push_back(to_record(object));
    archive.put("objects", objects);
    archive.put("forces", track.forces.values());
    archive.put("sums", std::vector<SumsRecord>{{track.steps, track.iterations, track.contacts_external,
                                                 track.contacts_self, track.friction_residual_sum,
                                                 track.friction_residual_max, track.alart_curnier_max,
                                                 track.penetration_max, track.energy.kinetic,
                                                 track.energy.elastic, track.energy.gravity}});
    return encode_archive(archive);
}

RunTrack decode_track(const std::string& bytes)
{
    const BinaryArchive archive = decode_archive(bytes, kWhere);
    RunTrack track;
    for (const ObjectRecord& record : archive.get<ObjectRecord>("objects", kWhere))
        track.objects.push_back(from_record(record));
    track.forces = ForceWindow::from_values(track.objects.size(), archive.get<double>("forces", kWhere));
    const std::vector<SumsRecord> sums = archive.get<SumsRecord>("sums", kWhere);
    if (sums.size() != 1) throw InputError(kWhere, "has no sums");
    const SumsRecord& s = sums.front();
    track.steps = s.steps;
    track.iterations = s.iterations;
    track.contacts_external = s.contacts_external;
    track.contacts_self = s.contacts_self;
    track.friction_residual_sum = s.friction_residual_sum;
    track.friction_residual_max = s.friction_residual_max;
    track.alart_curnier_max = s.alart_curnier_max;
    track.penetration_max = s.penetration_max;
    track.energy = {s.kinetic, s.elastic, s.gravity};
    return track;
}

}  // namespace stiction
