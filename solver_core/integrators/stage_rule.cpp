#include "solver_core/integrators/stage_rule.hpp"

#include "solver_core/base/parallel.hpp"

namespace stiction {
namespace {

constexpr Index kNodeChunk = 1024;
constexpr double kAlpha = 1.0 - 0.70710678118654752440;

constexpr std::array<StageRule, 1> kBe = {{{1.0, 1.0, 1.0, 0.0, {0.0, 0.0}}}};
constexpr std::array<StageRule, 1> kBdf2 = {{{1.0, 2.0 / 3.0, 4.0 / 3.0, -1.0 / 3.0, {0.0, 0.0}}}};
constexpr std::array<StageRule, 1> kTr = {{{1.0, 0.5, 1.0, 0.0, {0.5, 0.0}}}};
constexpr std::array<StageRule, 2> kTrBdf2 = {
    {{0.5, 0.25, 1.0, 0.0, {0.25, 0.0}}, {1.0, 1.0 / 3.0, 1.0, 0.0, {1.0 / 3.0, 1.0 / 3.0}}}};
constexpr std::array<StageRule, 2> kSdirk2 = {
    {{kAlpha, kAlpha, 1.0, 0.0, {0.0, 0.0}}, {1.0, kAlpha, 1.0, 0.0, {0.0, 1.0 - kAlpha}}}};

template <std::size_t N>
Span<const StageRule> rules(const std::array<StageRule, N>& all)
{
    return {all.data(), all.size()};
}

}  // namespace

Span<const StageRule> stages_of(IntegratorKind kind)
{
    switch (kind) {
        case IntegratorKind::be: break;
        case IntegratorKind::bdf2: return rules(kBdf2);
        case IntegratorKind::tr: return rules(kTr);
        case IntegratorKind::tr_bdf2: return rules(kTrBdf2);
        case IntegratorKind::sdirk2: return rules(kSdirk2);
    }
    return rules(kBe);
}

bool uses_start_slope(IntegratorKind kind)
{
    return kind == IntegratorKind::tr || kind == IntegratorKind::tr_bdf2;
}

bool uses_history(IntegratorKind kind) { return kind == IntegratorKind::bdf2; }

Index order_of(IntegratorKind kind) { return kind == IntegratorKind::be ? 1 : 2; }

void set_stage_base(const StageRule& rule, double h, const StepHistory& history,
                    const std::array<StageSlope, 2>& slope, Vec3Array& q_base, Vec3Array& v_base)
{
    q_base.resize(history.x.size());
    v_base.resize(history.x.size());
    parallel_for(static_cast<Index>(history.x.size()), kNodeChunk, [&](Index i) {
        Vec3 q = rule.now * history.x[i], v = rule.now * history.v[i];
        if (rule.before != 0.0) {
            q += rule.before * history.x_before[i];
            v += rule.before * history.v_before[i];
        }
        for (std::size_t j = 0; j < rule.slope.size(); ++j) {
            if (rule.slope[j] == 0.0) continue;
            q += (h * rule.slope[j]) * slope[j].velocity[i];
            v += (h * rule.slope[j]) * slope[j].acceleration[i];
        }
        q_base[i] = q;
        v_base[i] = v;
    });
}

void set_stage_slope(const StageRule& rule, double h, Span<const Vec3> v, Span<const Vec3> v_base,
                     StageSlope& slope)
{
    slope.velocity.assign(v.begin(), v.end());
    slope.acceleration.resize(v.size());
    parallel_for(static_cast<Index>(v.size()), kNodeChunk,
                 [&](Index i) { slope.acceleration[i] = (v[i] - v_base[i]) / (rule.implicit * h); });
}

}  // namespace stiction
