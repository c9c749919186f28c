#pragma once

// Shared by the io tests: sample geometry, errors as text.

#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_detail.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/io/round_to_float.hpp"
#include "solver_core/tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace stiction::test {

// The message of the InputError that `action` throws; empty when it throws none.
template <class Action>
std::string input_error(Action&& action)
{
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// Triangle, quad, pentagon, two tets, real and integer attributes, groups: whatever a table can hold.
inline GeometryTable sample_table()
{
    GeometryTable table;
    for (int i = 0; i < 9; ++i) table.positions.emplace_back(0.1 * i, -1.0 / (i + 3), i * i * 0.25);
    table.polygons = {{0, 1, 2}, {2, 1, 3, 4}, {4, 3, 5, 6, 7}};
    table.tets = {Tet(0, 1, 2, 8), Tet(8, 7, 6, 5)};
    GeometryTable::Attribute velocity{3, {}, false};
    GeometryTable::Attribute mass{1, {}, false};
    GeometryTable::Attribute id{1, {}, true};
    GeometryTable::Attribute uv{2, {}, false};
    for (int i = 0; i < 9; ++i) {
        for (int c = 0; c < 3; ++c) velocity.values.push_back(i - 0.5 * c);
        mass.values.push_back(i == 4 ? -0.0 : 0.5 + i);
        id.values.push_back(1000 * i - 3);
        for (int c = 0; c < 2; ++c) uv.values.push_back(0.125 * i + c);
    }
    table.point_attributes = {{"v", velocity}, {"mass", mass}, {"id", id}, {"uv", uv}};
    table.point_groups = {{"pins", {0, 3, 4, 8}}, {"none", {}}, {"all", {0, 1, 2, 3, 4, 5, 6, 7, 8}}};
    return table;
}

// The table with its reals rounded to floats: what comes back from a file of 32-bit reals.
inline GeometryTable rounded(GeometryTable table)
{
    for (Vec3& position : table.positions)
        for (double& value : position) value = round_to_float(value);
    for (auto& [name, attribute] : table.point_attributes)
        for (double& value : attribute.values) value = round_to_float(value);
    return table;
}

inline bool same(const GeometryTable& a, const GeometryTable& b)
{
    const auto same_attribute = [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.size == y.second.size && x.second.integer == y.second.integer &&
               x.second.values == y.second.values;
    };
    return a.positions == b.positions && a.polygons == b.polygons && a.tets == b.tets &&
           a.point_groups == b.point_groups && a.other_primitives == b.other_primitives &&
           std::equal(a.point_attributes.begin(), a.point_attributes.end(), b.point_attributes.begin(),
                      b.point_attributes.end(), same_attribute);
}

// Real files beside the repository; empty where they are not there.
inline std::vector<std::string> houdini_files()
{
    std::vector<std::string> files;
    const std::filesystem::path folder =
        std::filesystem::path(STICTION_SOURCE_DIR).parent_path() / "shared" / "houdini-files";
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string extension = entry.path().extension().string();
        if (extension == ".geo" || extension == ".bgeo") files.push_back(entry.path().string());
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace stiction::test
