// stiction export: geometry with attributes, what moves frame by frame, and what is left out.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geo_file.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <map>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;

const char* const kScene = R"({
  "time": {"step": 0.01, "steps_per_frame": 5, "frames": 4},
  "solver": {"iterations": 7},
  "contact": {"pairs": [{"a": "sheet", "b": "disc", "friction": 0.2}]},
  "objects": [
    {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid", "divisions": [2, 2]}, "velocity": [1, 2, 3],
     "friction": 0.4, "material": {"density": 0.3},
     "pins": [{"points": [0]}, {"points": [2], "motion": {"velocity": [0, 1, 0]}}]},
    {"name": "block", "type": "soft", "mesh": {"generator": "box", "divisions": [1, 1, 1]},
     "transform": {"translate": [0, 3, 0]}, "material": {"young": 2e5}},
    {"name": "floor", "type": "collider", "shape": {"type": "plane"}, "transform": {"translate": [0, -1, 0]}},
    {"name": "disc", "type": "collider", "shape": {"type": "cylinder", "radius": 0.5, "length": 0.1},
     "motion": {"spin": {"axis": [0, 1, 0], "rate": 90}}, "friction": 0.7}
  ],
  "expect": [{"quantity": "penetration_max", "max": 1}]
})";

double number(const GeoDetail& detail, const std::string& name)
{
    const GeoAttribute* attribute = detail.find(GeoOwner::primitive, name);
    if (!attribute || attribute->size != 1) return std::nan("");
    return attribute->kind == GeoAttribute::Kind::real ? attribute->reals.at(0)
                                                       : static_cast<double>(attribute->integers.at(0));
}

class ExportCommand : public ::testing::Test {
protected:
    GeoDetail read(const std::string& name) const
    {
        return decode_geo(read_file(temp_ / "out/" + name), name);
    }
    test::CommandResult run(const std::vector<std::string>& more = {})
    {
        std::vector<std::string> words = {"export", test::write_scene(temp_, "s.json", kScene), "--out",
                                          temp_ / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return run_command(words);
    }
    TempFolder temp_;
};

TEST_F(ExportCommand, ObjectsCarryWhatTheSceneSays)
{
    const auto result = run();
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    const GeoDetail sheet = read("sheet.0000.bgeo");
    EXPECT_EQ(sheet.point_count, 9);
    EXPECT_EQ(sheet.find(GeoOwner::primitive, "name")->strings, std::vector<std::string>{"sheet"});
    EXPECT_EQ(number(sheet, "stiction_friction"), 0.4);
    EXPECT_EQ(number(sheet, "stiction_material_density"), 0.3);
    EXPECT_EQ(number(sheet, "stiction_self_contact"), 1.0);
    EXPECT_EQ(sheet.find(GeoOwner::primitive, "stiction_material_law")->strings,
              std::vector<std::string>{"neo_hookean"});
    EXPECT_EQ(sheet.find(GeoOwner::primitive, "stiction_material_warp")->size, 3);
    EXPECT_EQ(sheet.find(GeoOwner::primitive, "stiction_velocity"), nullptr);
    EXPECT_EQ(sheet.find(GeoOwner::point, "P")->storage, GeoStorage::real64);
    const std::vector<double>& v = sheet.find(GeoOwner::point, "v")->reals;
    EXPECT_EQ(std::vector<double>(v.begin(), v.begin() + 3), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(sheet.find(GeoOwner::point, "stopped")->integers[0], 1);
    EXPECT_EQ(sheet.find(GeoOwner::point, "pintoanimation")->integers[2], 1);
    const GeoDetail block = read("block.0000.bgeo");
    EXPECT_EQ(number(block, "stiction_material_young"), 2e5);
    EXPECT_FALSE(table_from_detail(block, "block").tets.empty());
}

TEST_F(ExportCommand, GivenMotionFrameByFrame)
{
    ASSERT_EQ(run({"--segments", "8", "--format", "geo"}).exit_code, kExitDone);
    // A quarter turn a second, 0.05 s a frame.
    const Vec3Array start = table_from_detail(read("disc.0000.geo"), "d").positions;
    const Vec3Array end = table_from_detail(read("disc.0004.geo"), "d").positions;
    const double angle = 0.2 * std::acos(0.0);
    for (std::size_t i = 0; i < start.size(); ++i)
        EXPECT_LT((Eigen::AngleAxisd(angle, Vec3::UnitY()) * start[i] - end[i]).norm(), 1e-12);
    const Vec3Array target = table_from_detail(read("sheet_target.0003.geo"), "t").positions;
    const Vec3Array rest = table_from_detail(read("sheet.0000.geo"), "s").positions;
    EXPECT_LT((target[2] - rest[2] - Vec3(0, 0.15, 0)).norm(), 1e-12);
    EXPECT_EQ(target[1], rest[1]);
    EXPECT_FALSE(std::filesystem::exists(temp_ / "out/floor.0001.geo"));
    // A plane is solid below its own height.
    double top = -1e9;
    for (const Vec3& x : table_from_detail(read("floor.0000.geo"), "f").positions) top = std::max(top, x.y());
    EXPECT_NEAR(top, -1.0, 1e-12);
}

TEST_F(ExportCommand, TheListSaysAllAndWhatIsMissing)
{
    const auto result = run({"--set", "solver.iterations=9"});
    const auto list = nlohmann::json::parse(read_file(temp_ / "out/export.json"));
    EXPECT_NEAR(list["fps"].get<double>(), 20.0, 1e-9);
    EXPECT_EQ(list["frames"], 4);
    EXPECT_EQ(list["parameters"]["solver_iterations"], 9);
    EXPECT_EQ(list["parameters"]["time_steps_per_frame"], 5);
    EXPECT_FALSE(list["parameters"].contains("time_step"));
    EXPECT_EQ(list["lists"].size(), 1U);
    EXPECT_EQ(list["lists"]["contact.pairs"][0]["friction"], 0.2);
    EXPECT_TRUE(contains(result.err, "contact.pairs"));
    EXPECT_EQ(list["objects"].size(), 4U);
    std::map<std::string, nlohmann::json> objects;
    for (const auto& object : list["objects"]) objects[object["name"]] = object;
    EXPECT_TRUE(objects["floor"]["exact"] && !objects["floor"]["moves"]);
    EXPECT_TRUE(!objects["disc"]["exact"] && objects["disc"]["moves"]);
    EXPECT_TRUE(objects["sheet"]["target"] && !objects["block"]["target"]);
    EXPECT_EQ(list["expect"].size(), 1U);
}

TEST_F(ExportCommand, Refuses)
{
    EXPECT_EQ(run({"--format", "obj"}).exit_code, kExitBadInput);
    EXPECT_EQ(run({"--segments", "2"}).exit_code, kExitBadInput);
    EXPECT_EQ(run_command({"export", temp_ / "nosuch.json", "--out", temp_ / "o"}).exit_code, kExitBadInput);
    EXPECT_EQ(run_command({"export", temp_ / "s.json", "--out", temp_ / "s.json/x"}).exit_code,
              kExitCannotWrite);
}

}  // namespace
}  // namespace stiction
