#pragma once

// Scenes and small helpers the tests of this folder share.

#include "solver_core/scene/scene.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiction::test {

// A valid scene that uses every section, and one with nothing but what is required.
extern const char* const kFullScene;
extern const char* const kSmallScene;

// One object in an otherwise valid scene: `object` is its JSON without name.
std::string scene_with_object(const std::string& object);
// A scene with a cloth named "sheet" and a collider whose JSON, without name, is given.
std::string scene_with_collider(const std::string& collider);
// The small scene with more top-level keys: R"("time": {"step": 2})".
std::string scene_with(const std::string& keys);

// The message of the InputError that `action` throws; fails the test and returns "" when it throws none.
std::string refusal(const std::function<void()>& action);

}  // namespace stiction::test
