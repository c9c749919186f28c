#pragma once

// What module.cpp puts together: one function per file.

#include <pybind11/pybind11.h>

namespace stiction::python {

// C++ exceptions become those of stiction.errors.
void bind_errors();

void bind_scene(pybind11::module_& module);
void bind_step_report(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_geometry(pybind11::module_& module);
void bind_compare(pybind11::module_& module);

}  // namespace stiction::python
