#include "python_hooks/bindings/python_interrupt.hpp"

namespace py = pybind11;

namespace stiction::python {

bool PythonInterrupt::is_raised() const
{
    if (error_ || InterruptFlag::is_raised()) return true;
    const Clock::time_point now = Clock::now();
    if (now - asked_ < kPatience) return false;
    asked_ = now;
    const py::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() == 0) return false;
    error_.emplace();
    return true;
}

void PythonInterrupt::keep(const py::error_already_set& error) const
{
    if (!error_) error_.emplace(error);
}

void PythonInterrupt::rethrow() const
{
    if (error_) throw py::error_already_set(*error_);
}

}  // namespace stiction::python
