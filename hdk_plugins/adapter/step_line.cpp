#include "hdk_plugins/adapter/step_line.hpp"

#include <fmt/format.h>

namespace stiction {

std::string step_line(const StepReport& report)
{
    constexpr double kMillimetres = 1e3;
    const StepStats& s = report.stats;
    std::string line = fmt::format(
        "step {} at {:.4g} s: {}, {} iterations, {} contacts ({} stick, {} slip), friction error {:.1e}, "
        "overlap {:.3g} mm, {:.3g} ms",
        report.step, report.time, to_string(report.status), s.iterations,
        s.contacts_external + s.contacts_self, s.sticking, s.sliding, s.friction_residual,
        kMillimetres * s.penetration_max, s.ms.total);
    if (!s.worst_contact.empty()) line += "; furthest from holding: " + s.worst_contact;
    return line;
}

}  // namespace stiction
