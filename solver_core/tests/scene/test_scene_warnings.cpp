#include "example_scenes.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

std::vector<std::string> warnings(const std::vector<std::string>& overrides)
{
    return scene_warnings(parse_scene(kFullScene, "full.json", overrides));
}

TEST(SceneWarnings, NoneForAnOrdinaryScene)
{
    EXPECT_TRUE(scene_warnings(parse_scene(kSmallScene, "")).empty());
    EXPECT_EQ(warnings({"friction_changes[0].time=0.5"}), std::vector<std::string>{});
}

TEST(SceneWarnings, NameThePathOfWhatIsHardlyMeant)
{
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"objects.ramp.friction=5.5", "objects[5].friction"},
        {"objects.sheet.material.density=60", "objects[0].material.density"},
        {"objects.body.material.density=50000", "objects[1].material.density"},
        {"objects.body.material.density=0.2", "objects[1].material.density"},
        {"objects.sheet.thickness=1.5", "objects[0].thickness"},
        {"objects.body.thickness=0.11", "objects[1].thickness"},
        {"time.step=0.2", "time.step"},
        {"gravity[1]=-981", "gravity"},
        {"objects.ball.transform.translate=[2e5,0,0]", "objects[6].transform.translate"},
        {"contact.pairs[0].friction=6", "contact.pairs[0].friction"},
        {"contact.friction=0.3", "friction_changes"},
        {"friction_changes[0].friction=6", "friction_changes[0].friction"},
        {"friction_changes[0].time=50", "friction_changes[0].time"},
    };
    for (const auto& [override, path] : cases) {
        SCOPED_TRACE(override);
        std::vector<std::string> found = warnings({"friction_changes[0].time=0.5", override});
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].rfind(path, 0), 0u) << found[0];
    }
}

TEST(SceneWarnings, StopShortOfTheLimit)
{
    EXPECT_TRUE(warnings({"friction_changes[0].time=0.5", "objects.ramp.friction=5", "time.step=0.1",
                          "objects.sheet.material.density=50"})
                    .empty());
}

}  // namespace
}  // namespace stiction::test
