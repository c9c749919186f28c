#include "hdk_plugins/sop/SOP_StictionContacts.hpp"

#include "hdk_plugins/adapter/contact_lines.hpp"
#include "hdk_plugins/shared/detail_translation.hpp"
#include "hdk_plugins/sop/verb_node.hpp"
#include "solver_core/base/error.hpp"

using namespace stiction;

namespace {

PRM_Template* templates()
{
    static PRM_Name names[] = {PRM_Name("show", "Show"), PRM_Name("scale", "Scale"),
                               PRM_Name("open", "Open Contacts")};
    static PRM_Name choices[] = {PRM_Name("normal", "Normal"), PRM_Name("impulse", "Impulse"),
                                 PRM_Name("slip", "Slip"), PRM_Name()};
    static PRM_ChoiceList menu(PRM_CHOICELIST_SINGLE, choices);
    static PRM_Default zero(0), length(0.05);
    static PRM_Template list[] = {
        PRM_Template(PRM_ORD, 1, &names[0], &zero, &menu, nullptr, nullptr, nullptr, 1,
                     "which vector is drawn"),
        PRM_Template(PRM_FLT, 1, &names[1], &length, nullptr, nullptr, nullptr, nullptr, 1,
                     "length of a line for a vector of length 1: m, N s or m/s"),
        PRM_Template(PRM_TOGGLE, 1, &names[2], &zero, nullptr, nullptr, nullptr, nullptr, 1,
                     "draw contacts that carry nothing too"),
        PRM_Template()};
    return list;
}

}  // namespace

const SOP_NodeVerb::Register<SOP_StictionContactsVerb> SOP_StictionContactsVerb::theVerb;

void SOP_StictionContactsVerb::addTo(OP_OperatorTable* table)
{
    static const char* labels[] = {"Contacts of a Stiction solver", nullptr};
    table->addOperator(new OP_Operator("stiction_contacts", "Stiction Contacts",
                                       SOP_StictionNode<SOP_StictionContactsVerb>::myConstructor, templates(),
                                       1, 1, nullptr, 0, labels, 1, "Stiction"));
}

SOP_NodeParms* SOP_StictionContactsVerb::allocParms() const { return new SOP_NodeParmsOptions(templates()); }
SOP_NodeVerb::CookMode SOP_StictionContactsVerb::cookMode(const SOP_NodeParms* /*parms*/) const
{
    return COOK_GENERATOR;
}

void SOP_StictionContactsVerb::cook(const CookParms& cookparms) const
{
    cook_with_errors(cookparms, [&] {
        GU_Detail* gdp = cookparms.gdh().gdpNC();
        if (!gdp || !cookparms.hasInput(0)) return;
        const CookValues values(cookparms.parms<SOP_NodeParmsOptions>());
        const GeoDetail input = read_detail(*cookparms.inputGeo(0), {}, "input");
        // A first frame has no contacts, and no attributes that would say what they are.
        if (input.point_count == 0) return;
        const GeoDetail lines = contact_lines(input, static_cast<ContactLine>(values.integer("show")),
                                              values.real("scale"), values.integer("open") != 0, "input");
        if (!write_detail(lines, *gdp)) throw InputError("output", "Houdini refused the lines");
    });
}
