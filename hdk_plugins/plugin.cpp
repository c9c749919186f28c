// Entry points of the plugin. This is the one file with Houdini's version stamp.

#include "hdk_plugins/dop/SIM_StictionSolver.hpp"
#include "hdk_plugins/shared/hdk_version.hpp"
#include "hdk_plugins/sop/SOP_StictionContacts.hpp"
#include "hdk_plugins/sop/SOP_StictionSolver.hpp"
#include "hdk_plugins/sop/SOP_StictionSurface.hpp"

#include <SIM/SIM_Utils.h>
#include <SOP/SOP_Node.h>
#include <UT/UT_DSOVersion.h>

// Houdini looks for these two by name. Its headers above declare them, shown and with C linkage.
// NOLINTBEGIN(readability-identifier-naming)
void initializeSIM(void* /*unused*/)
{
    IMPLEMENT_DATAFACTORY(SIM_StictionSolver);
    IMPLEMENT_DATAFACTORY(SIM_StictionRest);
    IMPLEMENT_DATAFACTORY(SIM_StictionState);
}

void newSopOperator(OP_OperatorTable* table)
{
    SOP_StictionSolverVerb::addTo(table);
    SOP_StictionSurfaceVerb::addTo(table);
    SOP_StictionContactsVerb::addTo(table);
}
// NOLINTEND(readability-identifier-naming)
