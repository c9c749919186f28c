#pragma once

#include "solver_core/scene/parameter.hpp"

namespace stiction {

// Refuses a key that `info.section` does not know for this selector value, with the likeliest thing that was
// meant: a key that applies to another type, a misspelling, another program's word, a key of another section;
// or else the list of what is allowed.
[[noreturn]] void refuse_key(const FieldInfo& info, const std::string& key, const std::string& selector,
                             const Place& place);

}  // namespace stiction
