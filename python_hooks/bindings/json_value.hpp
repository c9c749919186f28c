#pragma once

// JSON values and Python's own: dict, list, str, int, float, bool, None. Arrays and numbers of numpy are taken too.

#include "solver_core/scene/place.hpp"

#include <pybind11/pybind11.h>

namespace stiction::python {

// Throws InputError (with the path of the value) for what JSON has no word for.
Json to_json_value(const pybind11::handle& value);
pybind11::object from_json_value(const Json& value);

}  // namespace stiction::python
