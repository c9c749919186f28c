#include "python_hooks/bindings/array_view.hpp"
#include "python_hooks/bindings/bindings.hpp"
#include "python_hooks/bindings/json_value.hpp"
#include "solver_core/sim/stats_json.hpp"

#include <fmt/format.h>

namespace py = pybind11;

namespace stiction::python {
namespace {

// The line of stats.jsonl.
py::object as_dict(const StepReport& report)
{
    std::string line;
    append_stats_line(report, line);
    return from_json_value(Json::parse(line));
}

std::string describe(const StepReport& report)
{
    const StepStats& stats = report.stats;
    return fmt::format(
        "<StepReport step {} t={:.6g} s {}: {} contacts ({} stick, {} slip), friction residual {:.3g}, "
        "{:.3g} ms>",
        report.step, report.time, to_string(report.status), stats.contacts_external + stats.contacts_self,
        stats.sticking, stats.sliding, stats.friction_residual, stats.ms.total);
}

// One row an iteration: natural map, Alart-Curnier normal and tangential.
py::array record(const StepReport& report)
{
    std::vector<Vec3> rows;
    for (const FrictionError& error : report.stats.record)
        rows.emplace_back(error.natural_map, error.alart_curnier_normal, error.alart_curnier_tangential);
    return copy_of(rows);
}

template <class Member>
auto stat(Member StepStats::*member)
{
    return [member](const StepReport& report) { return report.stats.*member; };
}

}  // namespace

void bind_step_report(py::module_& module)
{
    py::class_<StepEnergy>(module, "StepEnergy", "Energies at the end of a step, in J.")
        .def_readonly("kinetic", &StepEnergy::kinetic, "Kinetic energy, J.")
        .def_readonly("elastic", &StepEnergy::elastic, "Elastic energy, J.")
        .def_readonly("gravity", &StepEnergy::gravity, "Potential energy of gravity, J.");

    py::class_<StageTimes>(module, "StageTimes", "How long the stages of a step took, in milliseconds.")
        .def_readonly("detect", &StageTimes::detect, "Prediction and contact detection, ms.")
        .def_readonly("assemble", &StageTimes::assemble, "Right-hand side and warm start, ms.")
        .def_readonly("solve", &StageTimes::solve, "The iterations, ms.")
        .def_readonly("guard", &StageTimes::guard, "Holding back what would pass through each other, ms.")
        .def_readonly("commit", &StageTimes::commit, "Writing the state and measuring it, ms.")
        .def_readonly("total", &StageTimes::total, "The whole step, ms.");

    py::class_<StepReport>(module, "StepReport", "What a step tells about itself; the fields of stats.jsonl.")
        .def_readonly("step", &StepReport::step, "Number of the step, the first is 1.")
        .def_readonly("time", &StepReport::time, "Time at its end, s.")
        .def_property_readonly(
            "status", [](const StepReport& r) { return to_string(r.status); },
            "converged, reached_budget, diverged or interrupted.")
        .def_property_readonly("iterations", stat(&StepStats::iterations), "Iterations used.")
        .def_property_readonly("linear_iterations", stat(&StepStats::linear_iterations),
                               "Iterations of linear solvers.")
        .def_property_readonly("contacts_external", stat(&StepStats::contacts_external),
                               "Contacts with colliders that carry an impulse.")
        .def_property_readonly("contacts_self", stat(&StepStats::contacts_self),
                               "Contacts within and between objects that carry an impulse.")
        .def_property_readonly("candidates", stat(&StepStats::candidates),
                               "Contacts the solve was given, those that carry an impulse and the others.")
        .def_property_readonly("together", stat(&StepStats::together),
                               "Contacts of solids solved all at once (projective).")
        .def_property_readonly(
            "held_back", stat(&StepStats::held_back),
            "Pairs kept from passing through each other and nodes kept out of colliders after "
            "the solve.")
        .def_property_readonly(
            "moved_as_one", stat(&StepStats::moved_as_one),
            "Nodes that moved with others for the step: nothing less kept them from passing.")
        .def_property_readonly("sticking", stat(&StepStats::sticking), "Contacts that stick.")
        .def_property_readonly("sliding", stat(&StepStats::sliding), "Contacts that slide.")
        .def_property_readonly("friction_residual", stat(&StepStats::friction_residual),
                               "Friction error (natural map), free of units, the same for every method.")
        .def_property_readonly("alart_curnier", stat(&StepStats::alart_curnier), "Alart-Curnier error, m/s.")
        .def_property_readonly("penetration_max", stat(&StepStats::penetration_max), "Deepest overlap, m.")
        .def_property_readonly("energy", stat(&StepStats::energy), "Energies, J.")
        .def_property_readonly("ms", stat(&StepStats::ms), "Times of the stages, ms.")
        .def_property_readonly(
            "record", &record,
            "Errors after every iteration when they were asked for: natural map, Alart-Curnier "
            "normal and tangential.")
        .def("as_dict", &as_dict, "The line of stats.jsonl as a dict.")
        .def("__repr__", &describe);
}

}  // namespace stiction::python
