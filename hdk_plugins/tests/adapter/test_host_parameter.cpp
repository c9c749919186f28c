#include "hdk_plugins/adapter/host_parameter.hpp"
#include "solver_core/scene/parameters.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace stiction {
namespace {

const HostParameter* find(const std::vector<HostParameter>& parameters, const std::string& path)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const HostParameter& p) { return p.path == path; });
    return found == parameters.end() ? nullptr : &*found;
}

// Whatever the declaration of the solver says is on the node: this test fails when the two part.
TEST(HostParameter, every_single_value_of_solver_and_contact_is_there)
{
    for (const Section* section :
         {static_cast<const Section*>(&solver_section()), static_cast<const Section*>(&contact_section())})
        for (const auto& field : section->fields()) {
            const FieldInfo& info = field->info();
            const HostParameter* parameter = find(scene_parameters(), section->name() + "." + info.name);
            if (info.kind == Kind::sections) {
                EXPECT_EQ(parameter, nullptr) << info.name;
                continue;
            }
            ASSERT_NE(parameter, nullptr) << info.name;
            EXPECT_EQ(parameter->info, &info);
            EXPECT_EQ(parameter->token, section->name() + "_" + info.name);
            EXPECT_EQ(parameter->methods, info.methods);
        }
}

TEST(HostParameter, defaults_are_those_of_the_scene)
{
    EXPECT_EQ(find(scene_parameters(), "solver.iterations")->value, SolverSettings{}.iterations);
    EXPECT_EQ(find(scene_parameters(), "gravity")->value, Json({0.0, -9.81, 0.0}));
    EXPECT_EQ(find(object_parameters("cloth"), "thickness")->value, 0.002);
    EXPECT_EQ(find(object_parameters("collider"), "thickness")->value, 0.0);
    EXPECT_EQ(find(object_parameters("soft"), "material.young")->value, SoftMaterial{}.young);
}

TEST(HostParameter, hosts_give_names_meshes_and_times_themselves)
{
    for (const char* path : {"name", "time.step", "time.frames", "output.format"})
        EXPECT_EQ(find(scene_parameters(), path), nullptr) << path;
    for (const char* type : {"cloth", "soft", "collider"})
        for (const HostParameter& parameter : object_parameters(type)) {
            EXPECT_EQ(parameter.path.find("mesh"), std::string::npos) << parameter.path;
            // Of a collider's shape there is the surface of its mesh alone.
            if (parameter.path.rfind("shape.surface.", 0) != 0) {
                EXPECT_EQ(parameter.path.find("shape"), std::string::npos) << parameter.path;
            }
        }
    EXPECT_NE(find(object_parameters("cloth"), "material.preset"), nullptr);
}

TEST(HostParameter, names_are_names_in_houdini_and_come_once)
{
    for (const std::vector<HostParameter>* parameters :
         {&scene_parameters(), &object_parameters("cloth"), &object_parameters("soft")}) {
        std::set<std::string> tokens;
        for (const HostParameter& parameter : *parameters) {
            EXPECT_TRUE(tokens.insert(parameter.token).second) << parameter.token;
            for (const char c : parameter.token)
                EXPECT_TRUE((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') << parameter.token;
        }
    }
}

TEST(HostParameter, menus_count_choices)
{
    const HostParameter& method = *find(scene_parameters(), "solver.method");
    for (std::size_t i = 0; i < method.info->choices.size(); ++i) {
        const Json word = choice_of(method, static_cast<std::int64_t>(i));
        EXPECT_EQ(number_of_choice(method, word), static_cast<Index>(i));
    }
    EXPECT_TRUE(test::contains(test::input_error([&] { choice_of(method, 99); }), "entry 99"));
    EXPECT_TRUE(test::contains(test::input_error([&] { choice_of(method, -1); }), "solver.method"));
}

TEST(HostParameter, parameters_of_other_methods_are_greyed_out)
{
    EXPECT_EQ(disable_rule(*find(scene_parameters(), "solver.step_tolerance"), "solver_method"),
              "{ solver_method != staggered solver_method != implicit }");
    EXPECT_EQ(disable_rule(*find(scene_parameters(), "solver.iterations"), "solver_method"),
              "{ solver_method != projective }");
    EXPECT_EQ(disable_rule(*find(scene_parameters(), "gravity"), "solver_method"), "");
    // A part of what only one method uses.
    EXPECT_EQ(disable_rule(*find(object_parameters("soft"), "surface.kernel"), "solver_method"),
              "{ solver_method != staggered solver_method != implicit }");
}

}  // namespace
}  // namespace stiction
