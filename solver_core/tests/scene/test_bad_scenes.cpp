// Bad scene files: each is refused at its path, in words one can act on.

#include "example_scenes.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

struct BadScene {
    const char* what;
    std::string text;
    const char* path;  // stands in the message
    const char* word;  // stands in the message
};

std::ostream& operator<<(std::ostream& stream, const BadScene& bad) { return stream << bad.what; }

std::string cloth(const std::string& keys)
{
    return scene_with_object(R"("type": "cloth", "mesh": {"generator": "grid"}, )" + keys);
}

std::string soft(const std::string& keys)
{
    return scene_with_object(R"("type": "soft", "mesh": {"generator": "box"}, )" + keys);
}

std::string cloth_mesh(const std::string& mesh)
{
    return scene_with_object(R"("type": "cloth", "mesh": {)" + mesh + "}");
}

std::string soft_mesh(const std::string& mesh)
{
    return scene_with_object(R"("type": "soft", "mesh": {)" + mesh + "}");
}

std::string shape(const std::string& keys) { return scene_with_collider(R"("shape": {)" + keys + "}"); }

std::string plane(const std::string& keys)
{
    return scene_with_collider(R"("shape": {"type": "plane"}, )" + keys);
}

// A collider of points whose surface has these keys.
std::string points(const std::string& surface)
{
    return R"({"solver": {"method": "staggered"}, "objects": [
               {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}},
               {"name": "scan", "type": "collider", "shape": {"type": "points", "file": "a.ply", "surface": {)" +
           surface + "}}}]}";
}

const std::vector<BadScene>& bad_scenes()
{
    static const std::vector<BadScene> scenes = {
        // meshes that stand in the scene
        {"points only", cloth_mesh(R"("points": [[0, 0, 0]])"), "objects[0].mesh", "triangles"},
        {"triangles only", cloth_mesh(R"("triangles": [[0, 1, 2]])"), "objects[0].mesh", "generator"},
        {"tets of a sheet", cloth_mesh(R"("points": [[0, 0, 0]], "tets": [[0, 1, 2, 3]])"),
         "objects[0].mesh.tets", "soft"},
        {"points and a file", cloth_mesh(R"("points": [[0, 0, 0]], "file": "a.obj")"),
         "objects[0].mesh.points", "does not apply"},
        {"point of two numbers", cloth_mesh(R"("points": [[0, 0, 0], [1, 2]], "triangles": [])"),
         "objects[0].mesh.points[1]", "3 numbers"},
        {"points in a row", cloth_mesh(R"("points": [0, 0, 0], "triangles": [])"),
         "objects[0].mesh.points[0]", "3 numbers"},
        {"point far away", cloth_mesh(R"("points": [[0, 0, 1e7]], "triangles": [])"),
         "objects[0].mesh.points[0][2]", "1000000"},
        {"half a point number", cloth_mesh(R"("points": [[0, 0, 0]], "triangles": [[0, 1, 0.5]])"),
         "objects[0].mesh.triangles[0][2]", "whole numbers"},
        {"negative point number", cloth_mesh(R"("points": [[0, 0, 0]], "triangles": [[0, 1, -1]])"),
         "objects[0].mesh.triangles[0][2]", "-1"},
        {"point number beyond 32 bits",
         cloth_mesh(R"("points": [[0, 0, 0]], "triangles": [[0, 1, 99999999999999999999]])"),
         "objects[0].mesh.triangles[0][2]", "whole numbers"},
        {"no points", cloth_mesh(R"("points": [], "triangles": [[0, 1, 2]])"), "objects[0].mesh.points",
         "one or more"},
        {"no triangles", cloth_mesh(R"("points": [[0, 0, 0]], "triangles": [])"), "objects[0].mesh.triangles",
         "one or more"},
        {"no tetrahedra", soft_mesh(R"("points": [[0, 0, 0]], "tets": [])"), "objects[0].mesh.tets",
         "one or more"},
        {"faces", cloth_mesh(R"("points": [[0, 0, 0]], "faces": [])"), "objects[0].mesh", "triangles"},
        // text that is not JSON
        {"empty file", "", "line 1, column 1", "not JSON"},
        {"only a comment", "// nothing", "line 1", "not JSON"},
        {"missing comma", "{\"name\": \"a\"\n \"time\": {}}", "line 2, column", "comma"},
        {"open bracket", "{\"objects\": [", "line 1, column", "not JSON"},
        {"trailing comma", "{\"name\": \"a\",}", "line 1", "a comma too many"},
        {"open comment", "{} /* never closed", "line 1", "comment"},
        {"something after the end", "{} {}", "line 1", "not JSON"},
        {"NaN", scene_with("\"gravity\": [0, NaN, 0]"), "line 1", "not JSON"},
        {"Infinity", scene_with("\"gravity\": [0, -Infinity, 0]"), "line 1", "not JSON"},
        {"number beyond a double", scene_with("\"gravity\": [0, 1e999, 0]"), "line 1", "1e999"},
        {"bytes that are not UTF-8", "{\"name\": \"\xff\xfe\"}", "line 1", "UTF-8"},
        {"deep nesting", std::string(5000, '[') + std::string(5000, ']'), "bad.json", "nested"},
        {"key twice", scene_with("\"name\": \"a\", \"name\": \"b\""), "name", "twice"},
        {"key twice inside", scene_with("\"time\": {\"step\": 0.1, \"step\": 0.2}"), "time.step", "twice"},
        {"key twice in a list", R"({"objects": [{}, {"name": "a", "name": "a"}]})", "objects[1].name",
         "twice"},

        // layout
        {"a list", "[]", "bad.json", "an object"},
        {"a number", "7", "bad.json", "the number 7"},
        {"no objects", "{}", "objects", "add it"},
        {"objects empty", R"({"objects": []})", "objects", "at least one cloth or soft"},
        {"objects no list", R"({"objects": {}})", "objects", "list of objects"},
        {"object no object", R"({"objects": [3]})", "objects[0]", "the number 3"},
        {"colliders only", R"({"objects": [{"name": "a", "type": "collider", "shape": {"type": "plane"}}]})",
         "objects", "colliders only"},
        {"other version", scene_with("\"version\": 2"), "version", "exactly 1"},
        {"version as text", scene_with("\"version\": \"1\""), "version", "remove the quotes"},

        // unknown keys
        {"misspelt section", scene_with("\"sovler\": {}"), "sovler", "did you mean \"solver\"?"},
        {"misspelt key", scene_with("\"solver\": {\"iteration\": 3}"), "solver.iteration",
         "did you mean \"iterations\"?"},
        {"other case", scene_with("\"solver\": {\"contactSweeps\": 3}"), "solver.contactSweeps",
         "\"contact_sweeps\"?"},
        {"another program's word", cloth("\"mu\": 0.3"), "objects[0].mu", "did you mean \"friction\"?"},
        {"another program's word for the step", scene_with("\"time\": {\"dt\": 0.01}"), "time.dt",
         "\"step\"?"},
        {"key of another section", scene_with("\"iterations\": 3"), "iterations", "belongs in \"solver\""},
        {"key nobody knows", scene_with("\"time\": {\"flavour\": 3}"), "time.flavour",
         "\"steps_per_frame\", \"frames\""},

        // keys that do not apply
        {"radius of a plane", shape("\"type\": \"plane\", \"radius\": 1"), "objects[1].shape.radius",
         "sphere, capsule or cyl"},
        {"size of a sphere", shape("\"type\": \"sphere\", \"size\": [1, 1, 1]"), "objects[1].shape.size",
         "box"},
        {"stretch of a soft body", soft("\"material\": {\"stretch\": 3}"), "objects[0].material.stretch",
         "cloth"},
        {"young of a cloth", cloth("\"material\": {\"young\": 3}"), "objects[0].material.young", "soft"},
        {"pins of a collider", plane("\"pins\": []"), "objects[1].pins", "cloth or soft"},
        {"motion of a cloth", cloth("\"motion\": {}"), "objects[0].motion", "collider"},
        {"mesh of a collider outside its shape", plane("\"mesh\": {}"), "objects[1].mesh", "cloth or soft"},
        {"radius of a grid", cloth_mesh("\"generator\": \"grid\", \"radius\": 1"), "objects[0].mesh.radius",
         "sphere"},
        {"cone of a solid", soft_mesh("\"generator\": \"tube\", \"radius_end\": 1"),
         "objects[0].mesh.radius_end", "cloth"},
        {"seed of a file", cloth_mesh("\"file\": \"a.obj\", \"seed\": 1"), "objects[0].mesh.seed", "grid"},
        {"grid of a soft body", soft_mesh("\"generator\": \"grid\""), "objects[0].mesh.generator", "\"box\""},
        {"hollow ball of cloth", cloth_mesh("\"generator\": \"hollow_ball\""), "objects[0].mesh.generator",
         "\"disc\""},
        {"scale of a sphere",
         scene_with_collider("\"shape\": {\"type\": \"sphere\"}, \"transform\": {\"scale\": [2, 2, 2]}"),
         "objects[1].transform.scale", "radius"},

        // smooth surfaces
        {"points without a file", shape("\"type\": \"points\""), "objects[1].shape", "no \"file\""},
        {"points of a method without surfaces", shape(R"("type": "points", "file": "a.ply")"),
         "objects[1].shape.type", "solver.method"},
        {"sharp points", points("\"edges\": \"sharp\""), "objects[1].shape.surface.edges", "no edges"},
        {"triangles of points", points("\"gaps\": \"mesh\""), "objects[1].shape.surface.gaps",
         "no triangles"},
        {"a side chosen of triangles",
         R"({"contact": {"surfaces": [{"points": "a", "surface": "b"}]},
             "objects": [{"name": "a", "type": "soft", "mesh": {"generator": "box"}, "surface": {"gaps": "mesh"}},
                         {"name": "b", "type": "soft", "mesh": {"generator": "box"}}]})",
         "contact.surfaces[0]", "both touch with all they have"},
        {"surface of cloth",
         scene_with(R"("contact": {"surfaces": [{"points": "sheet", "surface": "sheet"}]})"),
         "contact.surfaces[0].surface", "not a soft body"},
        {"surface of nobody",
         scene_with(R"("contact": {"surfaces": [{"points": "shet", "surface": "sheet"}]})"),
         "contact.surfaces[0].points", "did you mean"},
        {"points of a collider",
         R"({"contact": {"surfaces": [{"points": "wall", "surface": "block"}]}, "objects": [
             {"name": "block", "type": "soft", "mesh": {"generator": "box"}},
             {"name": "wall", "type": "collider", "shape": {"type": "plane"}}]})",
         "contact.surfaces[0].points", "always carry"},
        {"a pair that carries both ways",
         R"({"contact": {"surfaces": [{"points": "a", "surface": "b"}, {"points": "b", "surface": "a"}]},
             "objects": [{"name": "a", "type": "soft", "mesh": {"generator": "box"}},
                         {"name": "b", "type": "soft", "mesh": {"generator": "box"}}]})",
         "contact.surfaces[1]", "twice"},

        // missing keys
        {"no name", R"({"objects": [{"type": "cloth", "mesh": {"generator": "grid"}}]})", "objects[0]",
         "no \"name\""},
        {"no type", R"({"objects": [{"name": "a"}]})", "objects[0]", "no \"type\""},
        {"no mesh", scene_with_object("\"type\": \"cloth\""), "objects[0]", "no \"mesh\""},
        {"no generator", cloth_mesh(""), "objects[0].mesh", "no \"generator\""},
        {"no file", cloth_mesh("\"generator\": \"file\""), "objects[0].mesh", "no \"file\""},
        {"no shape", scene_with_collider("\"friction\": 1"), "objects[1]", "no \"shape\""},
        {"no type of shape", shape("\"radius\": 1"), "objects[1].shape", "no \"type\""},
        {"mesh shape without mesh", shape("\"type\": \"mesh\""), "objects[1].shape", "no \"mesh\""},
        {"pin of nothing", cloth("\"pins\": [{}]"), "objects[0].pins[0]", "exactly one of"},
        {"expectation of nothing", scene_with("\"expect\": [{\"quantity\": \"steps\"}]"), "expect[0]",
         "\"value\""},
        {"key without time", plane("\"motion\": {\"keyframes\": [{}]}"), "objects[1].motion.keyframes[0]",
         "no \"time\""},

        // wrong types
        {"text for a number", cloth("\"friction\": \"0.3\""), "objects[0].friction", "remove the quotes"},
        {"word for a number", cloth("\"friction\": \"high\""), "objects[0].friction", "the text \"high\""},
        {"null", cloth("\"friction\": null"), "objects[0].friction", "leave the key out"},
        {"list for a number", cloth("\"friction\": [1]"), "objects[0].friction", "a list of 1 value"},
        {"true for a number", cloth("\"friction\": true"), "objects[0].friction", "found true"},
        {"number for true", cloth("\"self_contact\": 1"), "objects[0].self_contact", "true or false"},
        {"number for text", scene_with("\"name\": 3"), "name", "text in quotes"},
        {"fraction for a count", scene_with("\"time\": {\"frames\": 2.5}"), "time.frames", "whole number"},
        {"count beyond 32 bits", scene_with("\"time\": {\"frames\": 3000000000}"), "time.frames",
         "whole number"},
        {"two numbers for a vector", scene_with("\"gravity\": [0, -9.81]"), "gravity", "a list of 3 numbers"},
        {"text in a vector", scene_with("\"gravity\": [0, \"x\", 0]"), "gravity[1]", "the text \"x\""},
        {"three sizes of a grid", cloth_mesh("\"generator\": \"grid\", \"size\": [1, 1, 1]"),
         "objects[0].mesh.size", "a list of 2 numbers"},
        {"number for a vector", scene_with("\"gravity\": 9.81"), "gravity", "put the values in [ ]"},
        {"number for a section", scene_with("\"time\": 3"), "time", "an object {...}"},
        {"list for a section", scene_with("\"time\": []"), "time", "an object {...}"},
        {"text with a null character", scene_with("\"name\": \"a\\u0000b\""), "name", "null character"},

        // values out of range
        {"step 0", scene_with("\"time\": {\"step\": 0}"), "time.step", "above 0, up to 1"},
        {"step of an hour", scene_with("\"time\": {\"step\": 3600}"), "time.step", "above 0, up to 1"},
        {"no frames", scene_with("\"time\": {\"frames\": 0}"), "time.frames", "from 1"},
        {"too many steps", scene_with("\"time\": {\"frames\": 1000000, \"steps_per_frame\": 100000}"),
         "time.frames", "fewer"},
        {"no iterations", scene_with("\"solver\": {\"iterations\": 0}"), "solver.iterations",
         "from 1 to 10000"},
        {"negative friction", cloth("\"friction\": -0.1"), "objects[0].friction", "from 0 to 10"},
        {"friction above 10", cloth("\"friction\": 10.5"), "objects[0].friction", "from 0 to 10"},
        {"no thickness of cloth", cloth("\"thickness\": 0"), "objects[0].thickness", "above 0"},
        {"negative thickness of a wall", plane("\"thickness\": -1"), "objects[1].thickness", "from 0"},
        {"no density", cloth("\"material\": {\"density\": 0}"), "objects[0].material.density", "from 1e-06"},
        {"negative stretch", cloth("\"material\": {\"stretch\": -1}"), "objects[0].material.stretch",
         "above 0"},
        {"negative bend", cloth("\"material\": {\"bend\": -1}"), "objects[0].material.bend", "from 0"},
        {"no stiffness", soft("\"material\": {\"young\": 0}"), "objects[0].material.young", "above 0"},
        {"Poisson 0.5", soft("\"material\": {\"poisson\": 0.5}"), "objects[0].material.poisson", "0.49"},
        {"no size", cloth_mesh("\"generator\": \"grid\", \"size\": [1, 0]"), "objects[0].mesh.size[1]",
         "above 0"},
        {"no cells", cloth_mesh("\"generator\": \"grid\", \"divisions\": [0, 1]"),
         "objects[0].mesh.divisions[0]", "from 1"},
        {"endless cells", soft_mesh("\"generator\": \"box\", \"divisions\": [9999, 9999, 9999]"),
         "objects[0].mesh.divisions", "fewer"},
        {"hollow larger than its ball",
         soft_mesh("\"generator\": \"hollow_ball\", \"radius\": 1, \"inner_radius\": 2"),
         "objects[0].mesh.inner_radius", "below the radius"},
        {"negative radius", shape("\"type\": \"sphere\", \"radius\": -1"), "objects[1].shape.radius",
         "above 0"},
        {"mirrored", cloth("\"transform\": {\"scale\": [-1, 1, 1]}"), "objects[0].transform.scale[0]",
         "above 0"},
        {"far away", cloth("\"transform\": {\"translate\": [1e7, 0, 0]}"),
         "objects[0].transform.translate[0]", "1000000"},
        {"axis 0", plane("\"motion\": {\"spin\": {\"axis\": [0, 0, 0]}}"), "objects[1].motion.spin.axis",
         "not all of them 0"},
        {"keys out of order", plane("\"motion\": {\"keyframes\": [{\"time\": 1}, {\"time\": 1}]}"),
         "objects[1].motion.keyframes[1].time", "in order of time"},
        {"negative point", cloth("\"pins\": [{\"points\": [-1]}]"), "objects[0].pins[0].points[0]", "from 0"},
        {"box upside down", cloth("\"pins\": [{\"box\": [[1, 0, 0], [0, 1, 1]]}]"), "objects[0].pins[0].box",
         "lower"},
        {"box of one corner", cloth("\"pins\": [{\"box\": [[1, 0, 0]]}]"), "objects[0].pins[0].box",
         "two corners"},
        {"two ways of a pin", cloth("\"pins\": [{\"points\": [1], \"group\": \"a\"}]"), "objects[0].pins[0]",
         "2 ways"},
        {"min above max", scene_with("\"expect\": [{\"quantity\": \"a\", \"min\": 2, \"max\": 1}]"),
         "expect[0]", "min <= max"},
        {"null with a limit", scene_with("\"expect\": [{\"quantity\": \"a\", \"value\": null, \"max\": 1}]"),
         "expect[0]", "null alone"},
        {"null as a limit", scene_with("\"expect\": [{\"quantity\": \"a\", \"max\": null}]"), "expect[0].max",
         "a number"},
        {"text as a value", scene_with("\"expect\": [{\"quantity\": \"a\", \"value\": \"never\"}]"),
         "expect[0].value", "a number or null"},
        {"negative margin", scene_with("\"expect\": [{\"quantity\": \"a\", \"value\": 1, \"margin\": -1}]"),
         "expect[0].margin", "at least 0"},

        // a word where an object is meant, a key one level too high, other programs' words
        {"shape as a word", scene_with_collider("\"shape\": \"plane\""), "objects[1].shape",
         "write {\"type\": \"plane\"}"},
        {"mesh as a word", scene_with_object("\"type\": \"cloth\", \"mesh\": \"grid\""), "objects[0].mesh",
         "write {\"generator\": \"grid\"}"},
        {"solver as a word", scene_with("\"solver\": \"projective\""), "solver",
         "write {\"method\": \"projective\"}"},
        {"material as a word", cloth("\"material\": \"silk\""), "objects[0].material",
         "write {\"preset\": \"silk\"}"},
        {"velocity of a collider", plane("\"velocity\": [1, 0, 0]"), "objects[1].velocity",
         "\"velocity\" belongs in \"motion\" where \"type\" is \"collider\""},
        {"mesh of a collider", plane("\"mesh\": {\"generator\": \"box\"}"), "objects[1].mesh",
         "\"mesh\" belongs in \"shape\""},
        {"duration", scene_with("\"time\": {\"duration\": 2}"), "time.duration", "did you mean \"frames\"?"},

        // unknown words
        {"unknown method", scene_with("\"solver\": {\"method\": \"projectiv\"}"), "solver.method",
         "did you mean \"projective\"?"},
        {"unknown rule", scene_with("\"contact\": {\"friction_rule\": \"sum\"}"), "contact.friction_rule",
         "\"mean\""},
        {"unknown object type", R"({"objects": [{"name": "a", "type": "cloht"}]})", "objects[0].type",
         "\"cloth\"?"},
        {"unknown shape", shape("\"type\": \"cone\""), "objects[1].shape.type", "\"capsule\""},
        {"unknown format", scene_with("\"output\": {\"format\": \"abc\"}"), "output.format", "\"bgeo\""},

        // names
        {"empty name", R"({"objects": [{"name": "", "type": "cloth", "mesh": {"generator": "grid"}}]})",
         "objects[0].name", "at least one character"},
        {"name with a slash",
         R"({"objects": [{"name": "a/b", "type": "cloth", "mesh": {"generator": "grid"}}]})",
         "objects[0].name", "letters, digits"},
        {"long name",
         R"({"objects": [{"name": ")" + std::string(65, 'a') +
             R"(", "type": "cloth", "mesh": {"generator": "grid"}}]})",
         "objects[0].name", "1 to 64"},
        {"name twice",
         R"({"objects": [{"name": "a", "type": "cloth", "mesh": {"generator": "grid"}},
                         {"name": "a", "type": "cloth", "mesh": {"generator": "grid"}}]})",
         "objects[1].name", "twice"},
        {"pair of a stranger",
         scene_with("\"contact\": {\"pairs\": [{\"a\": \"sheet\", \"b\": \"shet\", \"friction\": 1}]}"),
         "contact.pairs[0].b", "did you mean \"sheet\"?"},
        {"pair twice",
         scene_with("\"contact\": {\"pairs\": [{\"a\": \"sheet\", \"b\": \"sheet\", \"friction\": 1},"
                    "{\"a\": \"sheet\", \"b\": \"sheet\", \"friction\": 0}]}"),
         "contact.pairs[1]", "twice"},
        {"change of a stranger",
         scene_with("\"friction_changes\": [{\"time\": 1, \"object\": \"floor\", \"friction\": 1}]"),
         "friction_changes[0].object", "\"floor\""},
        {"two changes at once",
         scene_with("\"friction_changes\": [{\"time\": 1, \"object\": \"sheet\", \"friction\": 1},"
                    "{\"time\": 1, \"object\": \"sheet\", \"friction\": 2}]"),
         "friction_changes[1]", "two changes"},

        // sequences
        {"sequence without number",
         shape("\"type\": \"mesh\", \"mesh\": {\"file\": \"a.obj\"}, \"sequence\": {\"files\": \"a.obj\"}"),
         "objects[1].shape.sequence.files", "%04d"},
        {"sequence backwards",
         shape("\"type\": \"mesh\", \"mesh\": {\"file\": \"a.obj\"}, "
               "\"sequence\": {\"files\": \"a.%d.obj\", \"first\": 3, \"last\": 1}"),
         "objects[1].shape.sequence.last", "first"},
    };
    return scenes;
}

class BadScenes : public ::testing::TestWithParam<BadScene> {};

TEST_P(BadScenes, AreRefused)
{
    const BadScene& bad = GetParam();
    const std::string message = refusal([&] { parse_scene(bad.text, "bad.json"); });
    EXPECT_EQ(message.rfind("bad.json", 0), 0u) << message;
    EXPECT_NE(message.find(bad.path), std::string::npos) << message;
    EXPECT_NE(message.find(bad.word), std::string::npos) << message;
    EXPECT_NE(message.find("found "), std::string::npos) << message;
    EXPECT_NE(message.find("allowed: "), std::string::npos) << message;
    EXPECT_LT(message.size(), 600u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(Table, BadScenes, ::testing::ValuesIn(bad_scenes()));

TEST(BadScenes, ObjectsAreNamedInMessages)
{
    const std::string message = refusal([] { parse_scene(cloth("\"friction\": -1"), "a b.json"); });
    EXPECT_EQ(
        message,
        "a b.json: objects[0].friction (\"thing\"): found the number -1; allowed: a number from 0 to 10; "
        "it is: coefficient mu; two objects combine by contact.friction_rule");
}

}  // namespace
}  // namespace stiction::test
