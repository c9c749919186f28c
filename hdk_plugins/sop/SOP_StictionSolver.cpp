#include "hdk_plugins/sop/SOP_StictionSolver.hpp"

#include "hdk_plugins/adapter/frame_cache.hpp"
#include "hdk_plugins/adapter/step_line.hpp"
#include "hdk_plugins/shared/detail_translation.hpp"
#include "hdk_plugins/shared/host_executor.hpp"
#include "hdk_plugins/sop/verb_node.hpp"
#include "solver_core/base/error.hpp"

#include <CH/CH_Manager.h>
#include <fmt/format.h>

#include <cmath>

using namespace stiction;

namespace {

constexpr int kDeformable = 0, kColliders = 1, kTargets = 2;

class SolverCache : public SOP_NodeCache {
public:
    FrameCache frames;
    std::string settings;  // at the start
    HostMembers members;   // at the start
};

ParameterTemplates& templates()
{
    static ParameterTemplates* made = [] {
        auto* list = new ParameterTemplates(scene_parameters());
        list->add_integer("start_frame", "Start Frame", 1, "frame at which the simulation begins");
        list->add_integer("output_contacts", "Output Contacts", 0,
                          "1: points of the contacts instead of the geometry");
        list->add_integer("cache_megabytes", "Cache Memory", 5000,
                          "frames to go back to are kept up to so many MB");
        return list;
    }();
    return *made;
}

double frames_per_second() { return CHgetManager()->getSamplesPerSec(); }

HostScene scene_now(const SOP_NodeVerb::CookParms& cookparms, const CookValues& values)
{
    HostScene scene;
    scene.name = "stiction_solver";
    scene.time_step = 1.0 / frames_per_second();
    scene.settings = values.settings(scene_parameters());
    scene.extra = extra_lines(values.text(kExtraToken));
    // The output begins as a copy of the first input.
    scene.objects.push_back({"geometry", false, read_detail(*cookparms.gdh().gdp(), {}, "first input"), {}});
    if (cookparms.hasInput(kColliders))
        scene.objects.push_back(
            {"collider", true, read_detail(*cookparms.inputGeo(kColliders), {}, "second input"), {}});
    return scene;
}

GivenMotion motion_now(const SOP_NodeVerb::CookParms& cookparms, const HostSolver& solver)
{
    GivenMotion motion;
    if (!solver.colliders().empty()) {
        const Vec3Array all = read_positions(*cookparms.inputGeo(kColliders), {});
        for (const std::size_t c : solver.colliders())
            motion.colliders.push_back(share_of(all, solver.built().links[c], "second input"));
    }
    if (!cookparms.hasInput(kTargets)) return motion;
    const Vec3Array all = read_positions(*cookparms.inputGeo(kTargets), {});
    for (const std::size_t o : solver.deformable()) {
        auto nodes = std::make_shared<Vec3Array>();
        for (const Index point : solver.built().links[o].points) {
            if (static_cast<std::size_t>(point) >= all.size())
                throw InputError("third input",
                                 fmt::format("found {} points; allowed: those of the first input; "
                                             "connect its geometry, animated",
                                             all.size()));
            nodes->push_back(all[static_cast<std::size_t>(point)]);
        }
        motion.targets.push_back(std::move(nodes));
    }
    return motion;
}

// The output is still the first input.
GivenLoads loads_now(const GU_Detail& gdp, const HostSolver& solver)
{
    GivenLoads loads;
    for (const std::size_t o : solver.deformable())
        loads.objects.push_back(read_loads(gdp, {}, solver.built().links[o].points));
    return loads;
}

// The inputs are what can come and go: the second one is a collider.
HostMembers members_now(const SOP_NodeVerb::CookParms& cookparms)
{
    HostMembers members;
    members.objects.push_back({kDeformable, "first input"});
    if (cookparms.hasInput(kColliders)) members.colliders.push_back({kColliders, "second input"});
    return members;
}

void require_unchanged(const SOP_NodeVerb::CookParms& cookparms, const SolverCache& cache)
{
    const HostSolver& solver = cache.frames.solver();
    require_same_members(cache.members, members_now(cookparms));
    require_same_time_step(solver.host_step(), 1.0 / frames_per_second(), "stiction_solver");
    for (const std::size_t o : solver.deformable())
        require_elements(*cookparms.gdh().gdp(), solver.built().links[o], "first input");
    for (const std::size_t c : solver.colliders())
        require_elements(*cookparms.inputGeo(kColliders), solver.built().links[c], "second input");
}

// Frame 1 is at time 0.
struct FrameTime {
    int frame;      // the whole one, or the one before
    bool is_whole;  // to a thousandth: times are sums of many steps
};

FrameTime frame_at(double time)
{
    constexpr double kRounding = 1e-3;
    const double exact = 1.0 + time * frames_per_second();
    const double nearest = std::round(exact);
    if (std::abs(exact - nearest) < kRounding) return {static_cast<int>(nearest), true};
    return {static_cast<int>(std::floor(exact)), false};
}

void write_frame(const FrameCache::Frame& frame, FrameCache& frames, bool contacts, GU_Detail& gdp)
{
    if (contacts) {
        if (frame.contacts.positions.empty() || !write_table(frame.contacts, gdp)) gdp.clearAndDestroy();
        return;
    }
    const HostSolver& solver = frames.solver();
    const State& state = frame.state->checkpoint.state;
    for (const std::size_t o : solver.deformable())
        require_elements(gdp, solver.built().links[o], "first input");
    for (std::size_t d = 0; d < solver.deformable().size(); ++d)
        write_motion(solver.nodes_of(state.x, d), solver.nodes_of(state.v, d),
                     solver.built().links[solver.deformable()[d]].points, {}, gdp);
}

void begin(const SOP_NodeVerb::CookParms& cookparms, const CookValues& values, int start, SolverCache& cache)
{
    const HostScene scene = scene_now(cookparms, values);
    cache.frames.begin(start, scene);
    cache.settings = settings_text(scene.settings, scene.extra);
    cache.members = members_now(cookparms);
    for (const std::string& warning : cache.frames.solver().built().warnings)
        cookparms.sopAddWarning(SOP_MESSAGE, warning.c_str());
}

// False when it was interrupted.
bool make(const SOP_NodeVerb::CookParms& cookparms, const CookValues& values, int frame, SolverCache& cache)
{
    FrameCache& frames = cache.frames;
    frames.require_reachable(frame);
    require_unchanged(cookparms, cache);
    const HoudiniInterrupt interrupt("Solving frictional contact");
    const HostStep step = frames.make(frame, motion_now(cookparms, frames.solver()),
                                      loads_now(*cookparms.gdh().gdp(), frames.solver()), &interrupt);
    if (step.is_interrupted) return false;
    if (!step.state) throw std::runtime_error(step.failure);
    frames.trim(static_cast<std::size_t>(std::max<std::int64_t>(0, values.integer("cache_megabytes")))
                << 20U);
    return true;
}

}  // namespace

const SOP_NodeVerb::Register<SOP_StictionSolverVerb> SOP_StictionSolverVerb::theVerb;

void SOP_StictionSolverVerb::addTo(OP_OperatorTable* table)
{
    static const char* labels[] = {"Cloth and soft bodies", "Colliders", "Targets of pinned points", nullptr};
    table->addOperator(new OP_Operator("stiction_solver", "Stiction Solver",
                                       SOP_StictionNode<SOP_StictionSolverVerb>::myConstructor,
                                       templates().templates(), 1, 3, nullptr, 0, labels, 1, "Stiction"));
}

SOP_NodeParms* SOP_StictionSolverVerb::allocParms() const
{
    return new SOP_NodeParmsOptions(templates().templates());
}
SOP_NodeCache* SOP_StictionSolverVerb::allocCache() const { return new SolverCache(); }
SOP_NodeVerb::CookMode SOP_StictionSolverVerb::cookMode(const SOP_NodeParms* /*parms*/) const
{
    return COOK_INPLACE;
}

void SOP_StictionSolverVerb::cook(const CookParms& cookparms) const
{
    cook_with_errors(cookparms, [&] {
        auto* cache = static_cast<SolverCache*>(cookparms.cache());
        GU_Detail* gdp = cookparms.gdh().gdpNC();
        if (!cache || !gdp) return;
        const CookValues values(cookparms.parms<SOP_NodeParmsOptions>());
        const int start = static_cast<int>(values.integer("start_frame"));
        const auto [frame, is_whole] = frame_at(cookparms.getCookTime());
        HoudiniExecutor threads;
        const ExecutorScope scope(&threads);
        FrameCache& frames = cache->frames;
        if (frame < start) return;
        const bool has_begun = frames.has_begun() && frames.first() == start;
        if (frame == start && is_whole)
            begin(cookparms, values, start, *cache);
        else if (!has_begun)
            throw InputError("frame",
                             fmt::format("the simulation begins at frame {}; go there first", start));
        else if (!frames.has(frame) && !is_whole)
            // Inputs of a time in between, where motion blur looks, must not become those of a step.
            throw InputError(
                "frame",
                fmt::format("found a time after frame {}, which has not been simulated; allowed: whole "
                            "frames, and between them what was made before; go to frame {} first",
                            frame, frame));
        else if (!frames.has(frame) && !make(cookparms, values, frame, *cache))
            return;
        if (cache->settings !=
            settings_text(values.settings(scene_parameters()), extra_lines(values.text(kExtraToken))))
            cookparms.sopAddWarning(
                SOP_MESSAGE, fmt::format("parameters have changed since the start; those of the start hold; "
                                         "go to frame {} to begin anew",
                                         start)
                                 .c_str());
        // The start has taken no step.
        if (frame > start) cookparms.sopAddMessage(SOP_MESSAGE, step_line(frames.at(frame).report).c_str());
        write_frame(frames.at(frame), frames, values.integer("output_contacts") != 0, *gdp);
    });
}
