#include "solver_core/apps/report_contacts.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/sim/contact_writer.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

class Columns {
public:
    Columns(const GeometryTable& table, const std::string& path) : table_(table), path_(path) {}

    const std::vector<double>& of(const char* name, int size) const
    {
        const auto found = table_.point_attributes.find(name);
        if (found == table_.point_attributes.end() || found->second.size != size)
            throw InputError(path_, fmt::format("point attribute \"{}\" of {} numbers is missing; a file of "
                                                "contacts has it; simulate again",
                                                name, size));
        return found->second.values;
    }

private:
    const GeometryTable& table_;
    const std::string& path_;
};

Vec3 vector_at(const std::vector<double>& values, std::size_t i)
{
    return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

}  // namespace

ReportContacts read_report_contacts(const std::string& path)
{
    const GeometryTable table = read_geometry(path);
    ReportContacts contacts;
    if (table.positions.empty()) return contacts;
    const Columns columns(table, path);
    const auto &impulse = columns.of("impulse", 3), &slip = columns.of("slip", 3);
    const auto &gap = columns.of("gap", 1), &cone = columns.of("cone", 1), &mu = columns.of("mu", 1);
    const auto &state = columns.of("state", 1), &object = columns.of("object", 1);
    const auto &other = columns.of("other", 1), &point = columns.of("point", 1);
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        if (state[i] == static_cast<double>(ContactState::open) && gap[i] >= 0.0) continue;
        ReportContact& contact = contacts.emplace_back();
        contact.position = table.positions[i];
        contact.impulse = vector_at(impulse, i);
        contact.gap = gap[i];
        contact.slip = vector_at(slip, i).norm();
        contact.cone = cone[i];
        contact.mu = mu[i];
        contact.state = static_cast<std::uint8_t>(state[i]);
        contact.object = static_cast<Index>(object[i]);
        contact.other = static_cast<Index>(other[i]);
        contact.point = static_cast<Index>(point[i]);
    }
    return contacts;
}

}  // namespace stiction
