#pragma once

// A SOP of the plugin, cooked through its verb as Houdini would cook it.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"

#include <SOP/SOP_NodeParmsOptions.h>
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_Error.h>

#include <memory>
#include <string>
#include <vector>

namespace stiction::sop_tests {

// One node: parameters and a cache that live from cook to cook.
class Node {
public:
    explicit Node(const std::string& name)
        : verb_(SOP_NodeVerb::registered().at(name)),
          parms_(static_cast<SOP_NodeParmsOptions*>(verb_->allocParms())),
          cache_(verb_->allocCache())
    {
    }
    SOP_NodeParmsOptions& parms() { return *parms_; }
    // The output begins empty or as the first input, as the verb's mode asks for.
    GeoDetail cook(double time, const std::vector<GeoDetail>& inputs)
    {
        hdk_double::messages.clear();
        std::vector<GU_Detail> details(inputs.size());
        std::vector<const GU_Detail*> pointers;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            details[i].table = inputs[i];
            pointers.push_back(&details[i]);
        }
        const auto out = std::make_shared<GU_Detail>();
        if (verb_->cookMode(parms_.get()) == SOP_NodeVerb::COOK_INPLACE) out->table = inputs.at(0);
        verb_->cook(SOP_NodeVerb::CookParms(GU_DetailHandle(out), pointers, *parms_, cache_.get(), time));
        return out->table;
    }
    GeoDetail frame(int number, const std::vector<GeoDetail>& inputs)
    {
        return cook((number - 1) * test::kFrameTime, inputs);
    }

private:
    const SOP_NodeVerb* verb_;
    std::unique_ptr<SOP_NodeParmsOptions> parms_;
    std::unique_ptr<SOP_NodeCache> cache_;
};

inline std::string error_of_last()
{
    for (const hdk_double::Message& message : hdk_double::messages)
        if (message.severity == UT_ERROR_ABORT) return message.text;
    return {};
}

// The sheet on the moving floor, without the block: one input of things that move.
inline std::vector<GeoDetail> sheet_inputs(int frame)
{
    GeoDetail sheet = test::sheet_detail(), floor = test::floor_detail(frame - 1);
    test::add_numbers(sheet, GeoOwner::global, "friction", {0.5});
    test::add_numbers(floor, GeoOwner::global, "friction", {0.25});
    return {sheet, floor};
}

inline void set_up(Node& node)
{
    node.parms().set("time_steps_per_frame", test::kStepsPerFrame);
    node.parms().set("solver_iterations", 5);
}

}  // namespace stiction::sop_tests
