#include "solver_core/apps/report_encode.hpp"

#include "solver_core/base/status.hpp"
#include "solver_core/mesh/aabb.hpp"
#include "solver_core/scene/choices.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <tuple>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;
using Frames = std::vector<std::size_t>;  // numbers of the kept ones in ReportRun::frames

constexpr double kImpulseLevels = 32767.0;
constexpr double kConeLevels = 255.0;
constexpr std::size_t kMostTroubles = 50;  // steps of a run that are listed one by one

Json to_array(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

// One step for all three axes, over the box of all frames.
struct MeshQuantisation {
    Vec3 origin = Vec3::Zero();
    double step = 1.0;

    Quantisation axis(int k) const { return {origin[k], step}; }
};

MeshQuantisation mesh_quantisation(const ReportObject& object)
{
    Aabb box;
    for (const std::vector<float>& frame : object.positions)
        for (std::size_t i = 0; i + 2 < frame.size(); i += 3)
            box.include(Vec3(frame[i], frame[i + 1], frame[i + 2]));
    MeshQuantisation q;
    if (object.positions.empty() || object.positions[0].empty()) return q;
    q.origin = box.lo;
    q.step = quantisation_of(0.0, (box.hi - box.lo).maxCoeff()).step;
    return q;
}

// Appends the codes of one kept frame after the other.
class FrameCoder {
public:
    explicit FrameCoder(std::size_t size) : size_(size) {}
    void add(std::vector<std::uint16_t> frame)
    {
        const std::vector<std::uint16_t> coded = code_frame(frame, before_, size_);
        codes.insert(codes.end(), coded.begin(), coded.end());
        before_ = std::move(frame);
    }
    std::vector<std::uint16_t> codes;

private:
    std::size_t size_;
    std::vector<std::uint16_t> before_;
};

std::vector<std::uint16_t> quantised_positions(const std::vector<float>& frame, const MeshQuantisation& q)
{
    std::vector<std::uint16_t> out(frame.size());
    for (std::size_t i = 0; i < frame.size(); ++i) out[i] = q.axis(static_cast<int>(i % 3))(frame[i]);
    return out;
}

// A channel with one number a point; returns its quantisation for the page.
Json add_channel(const std::string& name, const std::vector<std::vector<float>>& channel, const Frames& kept,
                 SectionPack& pack)
{
    if (channel.empty()) return nullptr;
    double lo = 0.0, hi = 0.0;
    for (const std::vector<float>& frame : channel) {
        for (const float value : frame) {
            lo = std::min(lo, double(value));
            hi = std::max(hi, double(value));
        }
    }
    const Quantisation q = quantisation_of(lo, hi);
    FrameCoder coder(1);
    for (const std::size_t f : kept) {
        std::vector<std::uint16_t> frame(channel[f].size());
        std::transform(channel[f].begin(), channel[f].end(), frame.begin(), q);
        coder.add(std::move(frame));
    }
    pack.add(name, coder.codes);
    return {{"origin", q.origin}, {"step", q.step}};
}

Json encode_mesh(const ReportObject& object, const std::string& name, const Frames& kept, SectionPack& pack)
{
    const MeshQuantisation q = mesh_quantisation(object);
    std::vector<std::uint32_t> corners;
    for (const Triangle& t : object.triangles)
        for (int k = 0; k < 3; ++k) corners.push_back(static_cast<std::uint32_t>(t[k]));
    pack.add(name + ".triangles", corners);
    FrameCoder coder(3);
    std::vector<double> centre, centre_speed;
    for (const std::size_t f : kept) {
        coder.add(quantised_positions(object.positions[f], q));
        if (!object.centre.empty())
            centre.insert(centre.end(), object.centre[f].data(), object.centre[f].data() + 3);
        if (!object.centre_speed.empty()) centre_speed.push_back(object.centre_speed[f]);
    }
    pack.add(name + ".position", coder.codes);
    pack.add(name + ".centre", centre);
    pack.add(name + ".centre_speed", centre_speed);
    return {{"name", object.name},
            {"object", object.scene_object},
            {"kind", object.is_collider ? "collider"
                     : object.is_cloth  ? "cloth"
                                        : "soft"},
            {"points", object.positions[0].size() / 3},
            {"triangles", object.triangles.size()},
            {"origin", to_array(q.origin)},
            {"step", q.step},
            {"stretch", add_channel(name + ".stretch", object.stretch, kept, pack)},
            {"speed", add_channel(name + ".speed", object.speed, kept, pack)}};
}

Json encode_collider(const ReportCollider& collider, const std::string& name, const Frames& kept,
                     SectionPack& pack)
{
    std::vector<double> poses;
    for (const std::size_t f : kept) {
        const RigidPose& pose = collider.poses[f];
        poses.insert(poses.end(), pose.translation.data(), pose.translation.data() + 3);
        poses.insert(poses.end(), pose.rotation.coeffs().data(), pose.rotation.coeffs().data() + 4);
    }
    pack.add(name + ".pose", poses);
    return {{"name", collider.name},
            {"object", collider.scene_object},
            {"shape", collider.shape},
            {"size", collider.size},
            {"moving", collider.is_moving}};
}

// Columns of the contacts while they are filled.
struct ContactColumns {
    std::vector<std::uint32_t> count, point;
    std::vector<std::uint16_t> mesh, pair, offset, impulse, gap, slip;
    std::vector<std::uint8_t> state, cone;
};

// Ranges over all contacts of a run.
struct ContactRanges {
    double impulse = 0.0, gap_lo = 0.0, gap_hi = 0.0, slip = 0.0;
};

ContactRanges contact_ranges(const ReportRun& run)
{
    ContactRanges r;
    for (const ReportContacts& frame : run.contacts) {
        for (const ReportContact& c : frame) {
            r.impulse = std::max(r.impulse, c.impulse.cwiseAbs().maxCoeff());
            r.gap_lo = std::min(r.gap_lo, c.gap);
            r.gap_hi = std::max(r.gap_hi, c.gap);
            r.slip = std::max(r.slip, c.slip);
        }
    }
    return r;
}

class ContactEncoder {
public:
    explicit ContactEncoder(const ReportRun& run) : run_(run), ranges_(contact_ranges(run))
    {
        for (std::size_t i = 0; i < run.objects.size(); ++i) {
            mesh_of_[run.objects[i].scene_object] = i;
            quantisation_.push_back(mesh_quantisation(run.objects[i]));
        }
        gap_ = quantisation_of(ranges_.gap_lo, ranges_.gap_hi);
        slip_ = quantisation_of(0.0, ranges_.slip);
        impulse_step_ = ranges_.impulse > 0.0 ? ranges_.impulse / kImpulseLevels : 1.0;
    }

    Json operator()(const Frames& kept, SectionPack& pack)
    {
        for (const std::size_t f : kept) {
            columns_.count.push_back(static_cast<std::uint32_t>(run_.contacts[f].size()));
            for (const ReportContact& contact : run_.contacts[f]) add(contact, f);
        }
        pack.add("contacts.count", columns_.count);
        pack.add("contacts.mesh", columns_.mesh);
        pack.add("contacts.point", columns_.point);
        pack.add("contacts.pair", columns_.pair);
        pack.add("contacts.state", columns_.state);
        pack.add("contacts.cone", columns_.cone);
        pack.add("contacts.gap", columns_.gap);
        pack.add("contacts.slip", columns_.slip);
        pack.add("contacts.offset", columns_.offset);
        pack.add("contacts.impulse", columns_.impulse);
        return {{"pairs", pairs_},
                {"impulse_step", impulse_step_},
                {"gap", {{"origin", gap_.origin}, {"step", gap_.step}}},
                {"slip", {{"origin", slip_.origin}, {"step", slip_.step}}}};
    }

private:
    void add(const ReportContact& contact, std::size_t frame)
    {
        const std::size_t mesh = mesh_of_.at(contact.object);
        const MeshQuantisation& q = quantisation_[mesh];
        const std::vector<float>& points = run_.objects[mesh].positions[frame];
        columns_.mesh.push_back(static_cast<std::uint16_t>(mesh));
        columns_.point.push_back(static_cast<std::uint32_t>(contact.point));
        columns_.pair.push_back(pair_of(contact));
        columns_.state.push_back(contact.state);
        columns_.cone.push_back(static_cast<std::uint8_t>(std::lround(contact.cone * kConeLevels)));
        columns_.gap.push_back(gap_(contact.gap));
        columns_.slip.push_back(slip_(contact.slip));
        for (int k = 0; k < 3; ++k) {
            const std::size_t at = 3 * static_cast<std::size_t>(contact.point) + static_cast<std::size_t>(k);
            const double point = q.axis(k).value(q.axis(k)(points[at]));
            const double steps = std::round((contact.position[k] - point) / q.step);
            columns_.offset.push_back(
                zigzag(static_cast<std::int32_t>(std::clamp(steps, -kImpulseLevels, kImpulseLevels))));
            columns_.impulse.push_back(
                zigzag(static_cast<std::int32_t>(std::lround(contact.impulse[k] / impulse_step_))));
        }
    }

    std::uint16_t pair_of(const ReportContact& contact)
    {
        const auto key = std::make_tuple(contact.object, contact.other, contact.mu);
        const auto [place, is_new] = pair_numbers_.emplace(key, pair_numbers_.size());
        if (is_new)
            pairs_.push_back({{"object", run_.scene.objects[contact.object].name},
                              {"other", run_.scene.objects[contact.other].name},
                              {"mu", contact.mu}});
        return static_cast<std::uint16_t>(place->second);
    }

    const ReportRun& run_;
    ContactRanges ranges_;
    std::map<Index, std::size_t> mesh_of_;  // by number in the scene
    std::vector<MeshQuantisation> quantisation_;
    Quantisation gap_, slip_;
    double impulse_step_ = 1.0;
    ContactColumns columns_;
    Json pairs_ = Json::array();
    std::map<std::tuple<Index, Index, double>, std::size_t> pair_numbers_;
};

Json encode_references(const ReportRun& run, const Frames& kept, SectionPack& pack)
{
    Json out = Json::array();
    for (std::size_t i = 0; i < run.references.size(); ++i) {
        const ReportReference& reference = run.references[i];
        std::vector<double> distance, offset, speed;
        for (const std::size_t f : kept) {
            const auto step = static_cast<std::size_t>(run.frames[f] * run.scene.time.steps_per_frame);
            distance.push_back(reference.distance[step]);
            offset.push_back(reference.offset[step]);
            speed.push_back(reference.speed[step]);
        }
        const std::string name = "reference." + std::to_string(i);
        pack.add(name + ".distance", distance);
        pack.add(name + ".offset", offset);
        pack.add(name + ".speed", speed);
        out.push_back({{"mesh", reference.object},
                       {"plane", run.scene.objects[reference.plane].name},
                       {"mu", reference.mu},
                       {"angle", reference.angle},
                       {"acceleration", reference.acceleration},
                       {"direction", to_array(reference.direction)},
                       {"distance_final", reference.distance.back()},
                       {"speed_final", reference.speed.back()}});
    }
    return out;
}

Json encode_turnings(const ReportRun& run, const Frames& kept, SectionPack& pack)
{
    Json out = Json::array();
    for (std::size_t i = 0; i < run.turnings.size(); ++i) {
        const ReportTurning& turning = run.turnings[i];
        std::vector<double> rate, collider_rate;
        for (const std::size_t f : kept) {
            rate.push_back(turning.rate[f]);
            collider_rate.push_back(turning.collider_rate[f]);
        }
        const std::string name = "turning." + std::to_string(i);
        pack.add(name + ".rate", rate);
        pack.add(name + ".collider_rate", collider_rate);
        out.push_back({{"mesh", turning.object}, {"collider", turning.collider}});
    }
    return out;
}

Json encode_verdicts(const std::vector<Verdict>& verdicts)
{
    Json out = Json::array();
    for (const Verdict& v : verdicts)
        out.push_back({{"quantity", v.quantity},
                       {"measured", v.measured},
                       {"expected", v.expected},
                       {"passed", v.passed},
                       {"reason", v.reason},
                       {"why", v.why}});
    return out;
}

// To use up its iterations is what the method projective is made for.
void describe_steps(const ReportRun& run, Json& json)
{
    json["statuses"] = Json::object();
    for (const auto& [status, steps] : run.stats.statuses) json["statuses"][status] = steps;
    json["troubles"] = Json::array();
    const bool may_use_all = run.scene.solver.method == Method::projective;
    std::size_t there = 0;
    for (const UnconvergedStep& step : run.stats.unconverged) {
        if (may_use_all && step.status == to_string(SolveStatus::reached_budget)) continue;
        if (there++ < kMostTroubles)
            json["troubles"].push_back(
                {{"row", step.row}, {"status", step.status}, {"worst_contact", step.worst_contact}});
    }
    json["troubles_there"] = there;
}

std::string folder_label(const std::string& folder)
{
    const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
    return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
}

Json describe_run(const ReportRun& run, const Frames& kept)
{
    Json json;
    json["label"] = folder_label(run.folder);
    json["foreign"] = run.is_foreign;
    json["scene"] = run.scene.name;
    json["description"] = run.scene.description;
    json["method"] = run.is_foreign ? "another program" : name_of(run.scene.solver.method);
    json["step"] = run.scene.time.step;
    json["steps_per_frame"] = run.scene.time.steps_per_frame;
    json["frames_there"] = run.frames_there;
    for (const std::size_t f : kept) json["frames"].push_back(run.frames[f]);
    json["focus"] = to_array(run.focus);
    json["radius"] = run.radius;
    json["summary"] = run.summary;
    json["verdicts"] = encode_verdicts(run.verdicts);
    describe_steps(run, json);
    return json;
}

}  // namespace

EncodedRun encode_report_run(const ReportRun& run, std::size_t stride)
{
    const Frames kept = every_nth(run.frames.size(), stride);
    SectionPack pack;
    Json json = describe_run(run, kept);
    json["meshes"] = Json::array();
    for (std::size_t i = 0; i < run.objects.size(); ++i)
        json["meshes"].push_back(encode_mesh(run.objects[i], "mesh." + std::to_string(i), kept, pack));
    json["colliders"] = Json::array();
    for (std::size_t i = 0; i < run.colliders.size(); ++i)
        json["colliders"].push_back(
            encode_collider(run.colliders[i], "collider." + std::to_string(i), kept, pack));
    json["contacts"] = run.has_contacts ? ContactEncoder(run)(kept, pack) : Json(nullptr);
    json["references"] = encode_references(run, kept, pack);
    json["turnings"] = encode_turnings(run, kept, pack);
    json["stats"] = Json::array();
    for (const auto& [name, values] : run.stats.columns) {
        json["stats"].push_back(name);
        pack.add("stats." + name, values);
    }
    json["sections"] = pack.table();
    return {std::move(json), pack.text()};
}

}  // namespace stiction
