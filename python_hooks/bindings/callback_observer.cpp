#include "python_hooks/bindings/callback_observer.hpp"

namespace py = pybind11;

namespace stiction::python {

template <class Argument>
void CallbackObserver::call(const py::object& callback, const Argument& argument)
{
    const py::gil_scoped_acquire acquire;
    owner_.activity_ = LiveSimulation::Activity::in_callback;
    try {
        const py::object answer = callback(argument);
        if (answer.ptr() == Py_False) interrupt_.raise();
    } catch (const py::error_already_set& error) {
        interrupt_.keep(error);
    }
    owner_.activity_ = LiveSimulation::Activity::computing;
}

void CallbackObserver::on_plan(const RunPlan& plan) { starts_later_ = plan.first_step > 0; }

void CallbackObserver::on_step(const StepReport& report)
{
    owner_.last_report_ = report;
    starts_later_ = false;
    if (!request_.on_step.is_none()) call(request_.on_step, report);
}

void CallbackObserver::on_failed_step(const StepReport& report) { owner_.last_report_ = report; }

void CallbackObserver::on_frame(Index frame)
{
    if (!request_.on_frame.is_none() && !starts_later_) call(request_.on_frame, frame);
}

void CallbackObserver::on_note(const std::string& text)
{
    const py::gil_scoped_acquire acquire;
    try {
        py::module_::import("logging").attr("getLogger")("stiction").attr("info")("%s", text);
    } catch (const py::error_already_set& error) {
        interrupt_.keep(error);
    }
}

}  // namespace stiction::python
