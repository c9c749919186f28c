// What the method staggered refuses before the first step, by element, and who carries the surface of a pair.

#include "solver_core/base/error.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/contact_list.hpp"
#include "solver_core/sim/simulation.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

Scene staggered_scene(const std::string& objects, const std::string& contact = "{}")
{
    return parse_scene(R"({"time": {"step": 0.002}, "solver": {"method": "staggered"}, "contact": )" +
                           contact + R"(, "objects": [)" + objects + "]}",
                       "s.json");
}

std::string collider(const std::string& shape)
{
    return R"({"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}},
              {"name": "floor", "type": "collider", "shape": )" +
           shape + "}";
}

std::string soft(const std::string& mesh, const std::string& more = "")
{
    return R"({"name": "ball", "type": "soft", "mesh": )" + mesh + more + "}";
}

struct Refused {
    const char* what;
    std::string objects;
    std::vector<std::string> words;
};

TEST(StaggeredInput, BadSurfacesAreRefusedByElement)
{
    const std::vector<Refused> cases = {
        {"open mesh",
         collider(R"({"type": "mesh", "mesh": {"generator": "grid", "divisions": [2, 2]}})"),
         {"s.json", "objects[1] (\"floor\")", "open", "8 boundary edges", "the first from point"}},
        {"zero-area triangle",
         collider(R"({"type": "mesh", "mesh": {"points": [[0,0,0],[1,0,0],[2,0,0],[0,1,0]],
                      "triangles": [[0,1,3],[0,2,1]]}})"),
         {"objects[1]", "triangle 1", "area"}},
        {"radius with holes in a collider",
         collider(R"({"type": "mesh", "mesh": {"generator": "sphere"}, "surface": {"radius": 0.3}})"),
         {"objects[1] (\"floor\")", "triangle 0", "no sample reaches", "0.67"}},
        {"radius with holes in a soft body",
         soft(R"({"generator": "sphere", "resolution": 8})", R"(, "surface": {"radius": 0.3})"),
         {"objects[0] (\"ball\")", "triangle 0", "no sample reaches"}},
        {"inverted tet",
         soft(R"({"points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,1]], "tets": [[1,2,3,4],[0,2,1,3]]})"),
         {"objects[0].mesh (\"ball\")", "tet 1 is inverted", "points 0 2 1 3"}},
        {"flat tet",
         soft(R"({"points": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]], "tets": [[0,1,2,3]]})"),
         {"objects[0].mesh", "tet 0 has zero volume"}},
    };
    for (const Refused& bad : cases) {
        try {
            begin_simulation(staggered_scene(bad.objects));
            ADD_FAILURE() << bad.what << " was accepted";
        } catch (const InputError& error) {
            for (const std::string& word : bad.words)
                EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
                    << bad.what << ": no \"" << word << "\" in " << error.what();
        }
    }
}

// Two blocks, the upper one just touching the lower one, and a sheet beside them on the lower one.
std::string stack()
{
    return R"(
        {"name": "low", "type": "soft", "mesh": {"generator": "box", "size": [0.4, 0.1, 0.2], "divisions": [8, 2, 4]},
         "self_contact": false},
        {"name": "high", "type": "soft", "mesh": {"generator": "box", "size": [0.1, 0.1, 0.1], "divisions": [2, 2, 2]},
         "transform": {"translate": [-0.1, 0.1, 0.003]}, "self_contact": false},
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "size": [0.1, 0.1], "divisions": [4, 4]},
         "transform": {"translate": [0.1, 0.051, 0]}},
        {"name": "ground", "type": "collider", "shape": {"type": "plane"}, "transform": {"translate": [0, -0.05, 0]}})";
}

// Contacts of one pair: how many have their point on `points`.
Index count_points(const ContactList& contacts, Index points, Index surface)
{
    Index count = 0;
    for (std::size_t c = 0; c < contacts.kind.size(); ++c)
        count += contacts.kind[c] == ContactKind::vertex_smooth && contacts.object_a[c] == points &&
                 contacts.object_b[c] == surface;
    return count;
}

TEST(StaggeredInput, ThePairSaysWhoCarriesTheSurface)
{
    struct Choice {
        const char* contact;
        bool high_on_low, low_on_high;
    };
    for (const Choice& choice :
         {Choice{"{}", true, true},
          Choice{R"({"surfaces": [{"points": "high", "surface": "low"}]})", true, false},
          Choice{R"({"surfaces": [{"points": "low", "surface": "high"}]})", false, true}}) {
        Simulation simulation = begin_simulation(staggered_scene(stack(), choice.contact));
        for (int s = 0; s < 10; ++s) ASSERT_TRUE(is_usable(advance_step(simulation, {}).status));
        const ContactList contacts = list_contacts(simulation, ContactChoice::all);
        EXPECT_EQ(count_points(contacts, 1, 0) > 0, choice.high_on_low) << choice.contact;
        EXPECT_EQ(count_points(contacts, 0, 1) > 0, choice.low_on_high) << choice.contact;
        // Cloth touches with its points, whatever the others do, and never carries.
        EXPECT_GT(count_points(contacts, 2, 0), 0);
        EXPECT_EQ(count_points(contacts, 0, 2), 0);
    }
}

}  // namespace
}  // namespace stiction
