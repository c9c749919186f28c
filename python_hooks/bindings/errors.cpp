#include "python_hooks/bindings/errors.hpp"

#include "python_hooks/bindings/bindings.hpp"
#include "solver_core/base/error.hpp"

namespace py = pybind11;

namespace stiction::python {
namespace {

// The classes are Python's (stiction/errors.py), found when the first one is needed.
py::object error_class(const char* name) { return py::module_::import("stiction.errors").attr(name); }

void set_error(const char* name, const char* message) { PyErr_SetString(error_class(name).ptr(), message); }

void set_input_error(const InputError& error)
{
    const py::object type = error_class("InputError");
    PyErr_SetObject(type.ptr(), type(error.what(), error.where(), error.path()).ptr());
}

}  // namespace

void bind_errors()
{
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const InputError& error) {
            set_input_error(error);
        } catch (const WriteError& error) {
            set_error("WriteError", error.what());
        } catch (const SolveFailure& error) {
            set_error("SolveError", error.what());
        }
    });
}

}  // namespace stiction::python
