#pragma once

// What is set on the solver's node.

#include "hdk_plugins/adapter/host_parameter.hpp"

#include <string>
#include <vector>

class SIM_OptionsUser;

namespace stiction {

// A node's options as settings of a scene; what differs from the declaration's type is converted.
HostSettings settings_of(const SIM_OptionsUser& user);
std::vector<std::string> extra_of(const SIM_OptionsUser& user);

}  // namespace stiction
