#pragma once

// Simulates its first input, frame by frame as the timeline plays. Inputs: cloth and soft bodies, colliders, targets of pinned
// points (the first input's geometry, animated).

#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_StringHolder.h>

class SOP_StictionSolverVerb : public SOP_NodeVerb {
public:
    static constexpr bool kTimeDependent = true;
    static const SOP_NodeVerb::Register<SOP_StictionSolverVerb> theVerb;
    static void addTo(OP_OperatorTable* table);

    SOP_NodeParms* allocParms() const override;
    SOP_NodeCache* allocCache() const override;
    UT_StringHolder name() const override { return "stiction_solver"; }
    CookMode cookMode(const SOP_NodeParms* parms) const override;
    void cook(const CookParms& cookparms) const override;
};
