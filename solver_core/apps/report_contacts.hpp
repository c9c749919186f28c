#pragma once

// The contacts of a frame that the page draws: those that carry an impulse, and overlaps.

#include "solver_core/io/geometry_file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

struct ReportContact {
    Vec3 position = Vec3::Zero();  // m
    Vec3 impulse = Vec3::Zero();   // N s
    double gap = 0.0;              // m
    double slip = 0.0;             // speed along the surface, m/s
    double cone = 0.0;             // share of the friction cone, 0 to 1
    double mu = 0.0;
    std::uint8_t state = 0;  // ContactState
    Index object = 0;        // number in the scene
    Index other = 0;         // number in the scene
    Index point = 0;         // of the object
};

using ReportContacts = std::vector<ReportContact>;

// From a file of sim/contact_writer.hpp; throws InputError when an attribute is missing.
ReportContacts read_report_contacts(const std::string& path);

}  // namespace stiction
