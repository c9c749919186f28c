#include "hdk_plugins/adapter/host_solver.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/sim/contact_writer.hpp"
#include "solver_core/sim/start_shape.hpp"

#include <fmt/format.h>

#include <utility>

namespace stiction {
namespace {

// `given` with `before` in place of what was left out.
std::vector<SharedPoints> completed(const std::vector<SharedPoints>& given,
                                    const std::vector<SharedPoints>& before)
{
    std::vector<SharedPoints> points = before;
    for (std::size_t i = 0; i < points.size() && i < given.size(); ++i)
        // The same places are kept as one copy: most colliders stand still.
        if (given[i] && *given[i] != *before[i]) points[i] = given[i];
    return points;
}

std::size_t bytes_of(const std::vector<SharedPoints>& points)
{
    std::size_t bytes = 0;
    for (const SharedPoints& each : points) bytes += each ? each->size() * sizeof(Vec3) : 0;
    return bytes;
}

void check_points(const std::vector<SharedPoints>& given, const std::vector<SharedPoints>& start,
                  const char* what)
{
    if (given.size() > start.size())
        throw InputError(what,
                         fmt::format("found {} of them; allowed: up to {}; a thing may not appear after "
                                     "the start: reset the simulation",
                                     given.size(), start.size()));
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!given[i]) continue;
        if (given[i]->size() != start[i]->size())
            throw InputError(fmt::format("{} {}", what, i),
                             fmt::format("found {} points; allowed: {}, as at the start; keep its points, or "
                                         "reset the simulation",
                                         given[i]->size(), start[i]->size()));
        for (const Vec3& x : *given[i])
            if (!x.allFinite())
                throw InputError(fmt::format("{} {}", what, i),
                                 "found a position that is not finite; allowed: finite numbers; correct it");
    }
}

}  // namespace

SharedPoints share_of(const Vec3Array& all, const ObjectLink& link, const std::string& name)
{
    if (all.size() != at(link.host_points))
        throw InputError(
            name, fmt::format("found {} points; allowed: {}, as at the start; keep its points, or reset "
                              "the simulation",
                              all.size(), link.host_points));
    auto share = std::make_shared<Vec3Array>();
    share->reserve(link.points.size());
    for (const Index point : link.points) share->push_back(all.at(at(point)));
    return share;
}

std::size_t HostState::bytes() const
{
    const State& state = checkpoint.state;
    return sizeof(HostState) + (state.x.size() + state.v.size()) * sizeof(Vec3) +
           state.memory.size() * sizeof(ContactMemory) + bytes_of(given.colliders) + bytes_of(given.targets);
}

HostSolver::HostSolver(const HostScene& host) : HostSolver(build_scene(host)) {}

HostSolver::HostSolver(BuiltScene built) : built_(std::move(built)), bench_(begin_simulation(built_.scene))
{
    begin();
}

void HostSolver::begin()
{
    const Scene& scene = built_.scene;
    for (std::size_t i = 0; i < scene.objects.size(); ++i)
        (scene.objects[i].type == ObjectType::collider ? colliders_ : deformable_).push_back(i);
    const Vec3Array velocity = built_.velocity.empty() ? bench_.state.v : built_.velocity;
    if (built_.start != bench_.state.x || velocity != bench_.state.v)
        set_start(bench_, built_.start, velocity);
    auto start = std::make_shared<HostState>();
    start->checkpoint = {bench_.state, bench_.track};
    for (const std::size_t c : colliders_)
        start->given.colliders.push_back(std::make_shared<Vec3Array>(scene.objects[c].mesh.points));
    for (std::size_t d = 0; d < deformable_.size(); ++d) {
        const Span<const Vec3> nodes = nodes_of(bench_.state.x, d);
        start->given.targets.push_back(std::make_shared<Vec3Array>(nodes.begin(), nodes.end()));
    }
    start_ = std::move(start);
    scene_drag_ = bench_.model.drag;
    scene_load_ = bench_.model.load;
}

Span<const Vec3> HostSolver::nodes_of(const Vec3Array& values, std::size_t object) const
{
    const ObjectRange& range = bench_.model.objects[object];
    return Span<const Vec3>(values).subspan(static_cast<std::size_t>(range.first_node),
                                            static_cast<std::size_t>(range.node_count));
}

Span<const double> HostSolver::masses_of(std::size_t object) const
{
    const ObjectRange& range = bench_.model.objects[object];
    return Span<const double>(bench_.model.mass)
        .subspan(static_cast<std::size_t>(range.first_node), static_cast<std::size_t>(range.node_count));
}

std::vector<NodeSurface> HostSolver::surface_of(const Vec3Array& x, std::size_t object) const
{
    const ObjectRange& range = bench_.model.objects[object];
    return node_surfaces(x, range.triangles, range.first_node, range.node_count);
}

void HostSolver::check_motion(const GivenMotion& motion) const
{
    check_points(motion.colliders, start_->given.colliders, "collider");
    check_points(motion.targets, start_->given.targets, "target");
}

void HostSolver::check_given(const GivenLoads& loads) const
{
    if (loads.objects.size() > deformable_.size())
        throw InputError("loads",
                         fmt::format("found those of {} objects; allowed: up to {}; a thing may not appear "
                                     "after the start: reset the simulation",
                                     loads.objects.size(), deformable_.size()));
    for (std::size_t d = 0; d < loads.objects.size(); ++d) {
        const ObjectRange& object = bench_.model.objects[d];
        check_loads(loads.objects[d], at(object.node_count), object.name);
    }
}

// A collider that has never moved is the still mesh of the scene; one that moves has its two places at the two times. The
// buffers are thrown away when that changes: they were made for the other kind.
void HostSolver::move_colliders(const GivenMotion& from, const GivenMotion& to, double t0, double t1)
{
    for (std::size_t c = 0; c < colliders_.size(); ++c) {
        auto& shape = std::get<MeshShape>(bench_.model.contact.colliders[c].shape);
        const SharedPoints& start = start_->given.colliders[c];
        const bool moves = *from.colliders[c] != *start || *to.colliders[c] != *start;
        if (moves == shape.frame_times.empty()) {
            Workspace fresh;
            std::swap(bench_.work, fresh);
        }
        shape.frame_times.clear();
        shape.frames.clear();
        if (!moves) continue;
        shape.frame_times = {t0, t1};
        shape.frames = {*from.colliders[c], *to.colliders[c]};
    }
}

void HostSolver::move_pins(const GivenMotion& from, const GivenMotion& to, double t0, double t1)
{
    std::size_t pin = 0;
    for (std::size_t d = 0; d < deformable_.size(); ++d) {
        const ObjectLink& link = built_.links[deformable_[d]];
        const std::size_t pins = built_.scene.objects[deformable_[d]].pins.size();
        const std::size_t first = pin + pins - link.animated.size();
        for (std::size_t k = 0; k < link.animated.size(); ++k) {
            Collider& carrier = bench_.model.pins[first + k].carrier;
            const auto node = static_cast<std::size_t>(link.animated[k]);
            carrier.placement.translation.setZero();
            carrier.motion.keys.resize(2);
            carrier.motion.keys[0] = {t0, {(*from.targets[d])[node], Eigen::Quaterniond::Identity()}};
            carrier.motion.keys[1] = {t1, {(*to.targets[d])[node], Eigen::Quaterniond::Identity()}};
        }
        pin += pins;
    }
}

// Of one step of the host: what it gives beside the scene's own. Air that moves past a resistance c is a load c w.
void HostSolver::set_loads(const GivenLoads& loads)
{
    Model& model = bench_.model;
    model.drag = scene_drag_;
    model.load = scene_load_;
    for (std::size_t d = 0; d < loads.objects.size(); ++d) {
        const NodeLoads& of = loads.objects[d];
        if (!of.force.empty() || !of.resistance.empty()) model.load.resize(model.mass.size(), Vec3::Zero());
        const auto first = static_cast<std::size_t>(first_node(d));
        for (std::size_t i = 0; i < of.force.size(); ++i) model.load[first + i] += of.force[i];
        for (std::size_t i = 0; i < of.resistance.size(); ++i) {
            model.drag[first + i] += of.resistance[i];
            if (!of.air.empty()) model.load[first + i] += of.resistance[i] * of.air[i];
        }
    }
}

HostStep HostSolver::advance(const HostState& from, const GivenMotion& motion, const InterruptFlag* interrupt,
                             const GivenLoads& loads)
{
    check_motion(motion);
    check_given(loads);
    const GivenMotion to{completed(motion.colliders, from.given.colliders),
                         completed(motion.targets, from.given.targets)};
    const std::lock_guard<std::mutex> lock(mutex_);
    take(bench_, from.checkpoint);
    const auto begin = from.checkpoint.state.step;
    const auto end = begin + steps_per_host_step();
    const double t0 = static_cast<double>(begin) * bench_.model.step;
    const double t1 = static_cast<double>(end) * bench_.model.step;
    move_colliders(from.given, to, t0, t1);
    move_pins(from.given, to, t0, t1);
    set_loads(loads);
    const Vec3Array steady = bench_.model.load;

    HostStep result;
    StepOptions options;
    options.interrupt = interrupt;
    while (bench_.state.step < end) {
        if (interrupt && interrupt->is_raised()) result.is_interrupted = true;
        if (loads.field) {
            bench_.model.load = steady;
            bench_.model.load.resize(bench_.model.mass.size(), Vec3::Zero());
            loads.field(bench_.state, bench_.model.load);
        }
        if (!result.is_interrupted) result.report = advance_step(bench_, options);
        if (result.report.status == SolveStatus::interrupted) result.is_interrupted = true;
        if (result.is_interrupted) return result;
        if (is_usable(result.report.status)) continue;
        result.failure = failure_text(bench_, result.report);
        return result;
    }
    result.contacts = contact_table(bench_);
    result.state = std::make_shared<HostState>(HostState{{bench_.state, bench_.track}, to});
    return result;
}

std::size_t HostSolver::bytes() const
{
    const ContactGeometry& contact = bench_.model.contact;
    std::size_t bytes = sizeof(HostSolver) + start_->bytes();
    // Points, masses and elements; factors of the matrix are not counted, they are the larger part of stiff solids.
    bytes += bench_.model.x0.size() * (4 * sizeof(Vec3) + 2 * sizeof(double));
    bytes += contact.triangles.size() * sizeof(Triangle) + contact.edges.size() * sizeof(Edge);
    return bytes;
}

}  // namespace stiction
