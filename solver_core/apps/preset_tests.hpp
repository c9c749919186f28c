#pragma once

// The virtual tests of `stiction presets`.

#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/scene.hpp"

namespace stiction {

// Measures each preset and prints a line about it, or all of them as JSON at the end. `only` names one test; empty: all.
// Throws InputError for another word.
void measure_presets(const std::vector<Preset>& list, const std::string& only, bool as_json);

// The scene of one test on one preset; a cloth comes before a solid of the same name. Refuses what has no such test.
Scene preset_test_scene(const std::vector<Preset>& list, const std::string& name, const std::string& test);

}  // namespace stiction
