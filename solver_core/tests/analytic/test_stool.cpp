#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/contact_list.hpp"

#include <gtest/gtest.h>

#include <array>

namespace stiction {
namespace {

enum class Foot { free, slides, sticks };

// What each of the four feet does in a step: a foot sticks when any point of it does.
std::array<Foot, 4> feet_of(const ContactList& contacts, const Vec3Array& rest)
{
    std::array<Foot, 4> feet{};
    for (std::size_t c = 0; c < contacts.kind.size(); ++c) {
        const Vec3& x = rest[static_cast<std::size_t>(contacts.node_a[c])];
        Foot& foot = feet[(x[0] > 0.0 ? 1U : 0U) + (x[2] > 0.0 ? 2U : 0U)];
        foot = std::max(foot, contacts.mode[c] == ContactMode::stick ? Foot::sticks : Foot::slides);
    }
    return feet;
}

// Stick-slip chatter [Larionov 2022], figure 3.8: the hind legs, which the stool drags along, stick and slip in turns.
TEST(StoolChatter, HindLegsStickAndSlipInTurns)
{
    Simulation stool = begin_simulation(load_scene(STICTION_SOURCE_DIR "/test_hips/stool_chatter.json"));
    std::array<Foot, 4> last{};
    std::array<int, 4> grips{}, lets_go{};
    for (int s = 0; s < 1000; ++s) {
        ASSERT_EQ(advance_step(stool, {}).status, SolveStatus::converged) << s;
        const std::array<Foot, 4> feet = feet_of(list_contacts(stool), stool.model.x0);
        for (std::size_t f = 0; f < 4; ++f) {
            grips[f] += last[f] == Foot::slides && feet[f] == Foot::sticks;
            lets_go[f] += last[f] == Foot::sticks && feet[f] == Foot::slides;
        }
        last = feet;
    }
    for (const std::size_t hind : {0U, 2U}) {
        EXPECT_GE(grips[hind], 3) << hind;
        EXPECT_GE(lets_go[hind], 3) << hind;
    }
}

}  // namespace
}  // namespace stiction
