#pragma once

// A run told to Python: callbacks with the interpreter's lock, notes to the logger "stiction".

#include "python_hooks/bindings/live_simulation.hpp"

namespace stiction::python {

class CallbackObserver final : public RunObserver {
public:
    CallbackObserver(LiveSimulation& owner, const RunRequest& request, PythonInterrupt& interrupt)
        : owner_(owner), request_(request), interrupt_(interrupt)
    {
    }

    void on_plan(const RunPlan& plan) override;
    void on_step(const StepReport& report) override;
    void on_failed_step(const StepReport& report) override;
    void on_frame(Index frame) override;
    void on_note(const std::string& text) override;

private:
    // Calls with the lock held; False and an error of the callback both stop the run.
    template <class Argument>
    void call(const pybind11::object& callback, const Argument& argument);

    LiveSimulation& owner_;
    const RunRequest& request_;
    PythonInterrupt& interrupt_;
    bool starts_later_ = false;  // goes on behind a frame that was told before
};

}  // namespace stiction::python
