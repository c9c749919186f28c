#pragma once

#include <string>

namespace stiction {

bool is_gzip(const std::string& bytes);
// All members of a gzip file, one after the other. Throws InputError.
std::string gunzip(const std::string& bytes, const std::string& name_for_messages);
// One member without name and time: the same bytes give the same bytes.
std::string gzip(const std::string& bytes);

}  // namespace stiction
