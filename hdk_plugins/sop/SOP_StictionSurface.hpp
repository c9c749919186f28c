#pragma once

// Shows the smooth surface that others touch under the method staggered.

#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_StringHolder.h>

class SOP_StictionSurfaceVerb : public SOP_NodeVerb {
public:
    static constexpr bool kTimeDependent = false;
    static const SOP_NodeVerb::Register<SOP_StictionSurfaceVerb> theVerb;
    static void addTo(OP_OperatorTable* table);

    SOP_NodeParms* allocParms() const override;
    UT_StringHolder name() const override { return "stiction_surface"; }
    CookMode cookMode(const SOP_NodeParms* parms) const override;
    void cook(const CookParms& cookparms) const override;
};
