#pragma once

// Two squares as a host's cloth, with one thing changed: what an object becomes of it, or why it is refused.

#include "hdk_plugins/adapter/host_object.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <functional>
#include <string>

namespace stiction::object_tests {

using Change = std::function<void(GeoDetail&)>;

inline HostObject squares(const Change& change)
{
    HostObject object;
    object.name = "cloth";
    object.geometry = test::two_squares();
    change(object.geometry);
    return object;
}

inline PreparedObject prepared(const Change& change) { return prepare_object(squares(change)).at(0); }

inline std::string refusal(const Change& change)
{
    return test::input_error([&] { prepare_object(squares(change)); });
}

// The value that was set last for a path; null when none was.
inline Json setting(const PreparedObject& object, const std::string& path)
{
    Json found;
    for (const auto& [key, value] : object.settings)
        if (key == path) found = value;
    return found;
}

}  // namespace stiction::object_tests
