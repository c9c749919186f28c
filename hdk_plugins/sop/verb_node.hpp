#pragma once

// What the three SOPs share: a node that cooks by its verb, its parameters by name, errors on the node.

#include "hdk_plugins/adapter/host_parameter.hpp"
#include "hdk_plugins/shared/parameter_templates.hpp"

#include <OP/OP_Node.h>
#include <OP/OP_NodeParms.h>
#include <OP/OP_Operator.h>
#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Error.h>
#include <SOP/SOP_Node.h>
#include <SOP/SOP_NodeParmsOptions.h>
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_StringHolder.h>
#include <UT/UT_VectorTypes.h>

#include <string>
#include <vector>

// A node of a verb. One whose output changes with time although its inputs and parameters do not has to say so, or it is cooked
// once and never again: Verb::kTimeDependent.
template <class Verb>
class SOP_StictionNode : public SOP_Node {
public:
    static OP_Node* myConstructor(OP_Network* net, const char* name, OP_Operator* op)
    {
        return new SOP_StictionNode(net, name, op);
    }
    const SOP_NodeVerb* cookVerb() const override { return Verb::theVerb.get(); }

protected:
    SOP_StictionNode(OP_Network* net, const char* name, OP_Operator* op) : SOP_Node(net, name, op) {}
    OP_ERROR cookMySop(OP_Context& context) override
    {
        if (Verb::kTimeDependent) flags().setTimeDep(true);
        return cookMyselfAsVerb(context);
    }
};

namespace stiction {

// Parameters of a cook by their names.
class CookValues {
public:
    explicit CookValues(const OP_NodeParms& parms) : parms_(parms) {}
    // Of the declaration's parameters that the node has.
    HostSettings settings(const std::vector<HostParameter>& parameters) const;
    std::int64_t integer(const std::string& name) const;
    double real(const std::string& name) const;
    std::string text(const std::string& name) const;

private:
    std::int64_t find(const std::string& name) const;  // -1: none
    const OP_NodeParms& parms_;
};

}  // namespace stiction

// Runs a cook; what it throws becomes an error of the node.
template <class Cook>
void cook_with_errors(const SOP_NodeVerb::CookParms& cookparms, const Cook& cook)
{
    try {
        cook();
    } catch (const std::exception& error) {
        cookparms.sopAddError(SOP_MESSAGE, error.what());
    }
}
