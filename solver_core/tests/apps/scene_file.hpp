#pragma once

#include "solver_core/tests/sim/run_fixture.hpp"

#include <fstream>
#include <string>

namespace stiction::test {

// Writes a scene into the folder and returns its path.
inline std::string write_scene(const TempFolder& folder, const std::string& name, const std::string& text)
{
    const std::string path = folder / name;
    std::ofstream(path) << text;
    return path;
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

}  // namespace stiction::test
