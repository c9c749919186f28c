#include "hdk_plugins/sop/SOP_StictionSurface.hpp"

#include "hdk_plugins/adapter/smooth_skin.hpp"
#include "hdk_plugins/shared/detail_translation.hpp"
#include "hdk_plugins/shared/host_executor.hpp"
#include "hdk_plugins/sop/verb_node.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"

using namespace stiction;

namespace {

// The surface's own parameters, without the rule that greys them out: there is no method on this node.
const std::vector<HostParameter>& surface_parameters()
{
    static const std::vector<HostParameter> found = [] {
        std::vector<HostParameter> list;
        for (HostParameter parameter : object_parameters("soft")) {
            if (parameter.path.compare(0, 8, "surface.") != 0) continue;
            parameter.methods.clear();
            list.push_back(parameter);
        }
        return list;
    }();
    return found;
}

ParameterTemplates& templates()
{
    static ParameterTemplates* made = [] {
        auto* list = new ParameterTemplates(surface_parameters());
        list->add_integer("resolution", "Resolution", 64, "cells along the longest side, 4 to 256");
        return list;
    }();
    return *made;
}

// The settings as the scene reads them, with its checks.
SurfaceSettings settings_of(const CookValues& values)
{
    Json surface = Json::object();
    for (const auto& [path, value] : values.settings(surface_parameters())) surface[path.substr(8)] = value;
    const Json document = {
        {"solver", {{"method", "staggered"}}},
        {"objects",
         {{{"name", "it"}, {"type", "soft"}, {"mesh", {{"generator", "box"}}}, {"surface", surface}}}}};
    return read_scene(document, {"stiction_surface", {}}, "").objects[0].surface;
}

}  // namespace

const SOP_NodeVerb::Register<SOP_StictionSurfaceVerb> SOP_StictionSurfaceVerb::theVerb;

void SOP_StictionSurfaceVerb::addTo(OP_OperatorTable* table)
{
    static const char* labels[] = {"Closed polygons or tetrahedra", nullptr};
    table->addOperator(new OP_Operator("stiction_surface", "Stiction Surface",
                                       SOP_StictionNode<SOP_StictionSurfaceVerb>::myConstructor,
                                       templates().templates(), 1, 1, nullptr, 0, labels, 1, "Stiction"));
}

SOP_NodeParms* SOP_StictionSurfaceVerb::allocParms() const
{
    return new SOP_NodeParmsOptions(templates().templates());
}
SOP_NodeVerb::CookMode SOP_StictionSurfaceVerb::cookMode(const SOP_NodeParms* /*parms*/) const
{
    return COOK_GENERATOR;
}

void SOP_StictionSurfaceVerb::cook(const CookParms& cookparms) const
{
    cook_with_errors(cookparms, [&] {
        GU_Detail* gdp = cookparms.gdh().gdpNC();
        if (!gdp || !cookparms.hasInput(0)) return;
        const CookValues values(cookparms.parms<SOP_NodeParmsOptions>());
        HoudiniExecutor threads;
        const ExecutorScope scope(&threads);
        const GeoDetail input = read_detail(*cookparms.inputGeo(0), {}, "input");
        const GeometryTable skin = smooth_skin(input, settings_of(values),
                                               static_cast<Index>(values.integer("resolution")), "input");
        if (!write_table(skin, *gdp)) throw InputError("output", "Houdini refused the surface");
    });
}
