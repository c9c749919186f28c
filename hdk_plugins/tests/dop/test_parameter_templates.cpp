#include "hdk_plugins/shared/parameter_templates.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stiction {
namespace {

TEST(ParameterTemplates, follow_the_declaration)
{
    const PRM_Template* at = solver_templates();
    for (const HostParameter& parameter : scene_parameters()) {
        if (parameter.value.is_null()) continue;  // no default: through the extra settings
        ASSERT_NE(at->getType(), PRM_LIST_TERMINATOR);
        EXPECT_EQ(at->getNamePtr()->getToken(), parameter.token);
        EXPECT_EQ(at->getNamePtr()->getLabel(), parameter.info->label);
        EXPECT_EQ(std::string(at->getHelpText()).find(parameter.info->help), 0U);
        ++at;
    }
    EXPECT_EQ(at->getNamePtr()->getToken(), std::string(kExtraToken));
    EXPECT_EQ((at + 1)->getType(), PRM_LIST_TERMINATOR);
}

const PRM_Template* find(const std::string& token)
{
    for (const PRM_Template* at = solver_templates(); at->getType() != PRM_LIST_TERMINATOR; ++at)
        if (at->getNamePtr()->getToken() == token) return at;
    return nullptr;
}

TEST(ParameterTemplates, types_defaults_and_ranges)
{
    const PRM_Template* iterations = find("solver_iterations");
    EXPECT_EQ(iterations->getType(), PRM_INT);
    EXPECT_EQ(iterations->getFactoryDefaults()->getFloat(), 20.0);
    EXPECT_EQ(iterations->getRangePtr()->getUIMin(), 1.0);
    EXPECT_EQ(iterations->getRangePtr()->getMinFlag(), PRM_RANGE_RESTRICTED);
    const PRM_Template* gravity = find("gravity");
    EXPECT_EQ(gravity->getType(), PRM_XYZ);
    EXPECT_EQ(gravity->getVectorSize(), 3);
    EXPECT_EQ(gravity->getFactoryDefaults()[1].getFloat(), -9.81);
    EXPECT_EQ(find("contact_self_contact")->getType(), PRM_TOGGLE);
}

TEST(ParameterTemplates, menus_and_rules)
{
    const PRM_Template* method = find("solver_method");
    EXPECT_EQ(method->getType(), PRM_ORD);
    const PRM_Name* entry = method->getChoiceListPtr()->choiceNamesPtr();
    for (const HostParameter& parameter : scene_parameters())
        if (parameter.token == "solver_method") {
            for (const auto& [word, help] : parameter.info->choices) EXPECT_EQ((entry++)->getToken(), word);
        }
    EXPECT_EQ(entry->getToken(), nullptr);
    const auto* rule =
        dynamic_cast<const PRM_Conditional*>(find("solver_step_tolerance")->getConditionalBasePtr());
    ASSERT_NE(rule, nullptr);
    EXPECT_STREQ(rule->rule(), "{ solver_method != staggered solver_method != implicit }");
    EXPECT_EQ(method->getConditionalBasePtr(), nullptr);
}

TEST(ParameterTemplates, lines_of_extra_settings)
{
    EXPECT_EQ(extra_lines("  a=1 \n\n\tb = 2\r\n"), (std::vector<std::string>{"a=1", "b = 2"}));
    EXPECT_TRUE(extra_lines("").empty());
}

}  // namespace
}  // namespace stiction
