#include "hdk_plugins/adapter/object_warnings.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

// Attributes of Vellum that change its motion and that have no counterpart here.
const char* const kNotUnderstood[] = {
    "dynamicfriction", "weld",           "branchweld",       "collisionweld", "layer",
    "disableexternal", "collisiongroup", "collisionignore",  "dragnormal",    "dragtangent",
    "pressurescale",   "overlap_self",   "overlap_external", "isgrain"};
const char* const kVectors[] = {"v", "restP", "rest", "force", "targetv"};
const char* const kNumbers[] = {"mass", "stopped", "pintoanimation", "gluetoanimation"};

void add(const std::string& name, std::string& list) { list += (list.empty() ? "" : ", ") + name; }

}  // namespace

std::vector<std::string> object_warnings(const PieceAttributes& attributes, const std::string& object)
{
    std::vector<std::string> warnings;
    std::string unknown, vectors, numbers;
    for (const char* name : kNotUnderstood)
        if (attributes.has(name)) add(name, unknown);
    for (const char* name : kVectors)
        if (attributes.has(name) && attributes.vectors(name).empty()) add(name, vectors);
    for (const char* name : kNumbers)
        if (attributes.has(name) && attributes.scalars(name).empty()) add(name, numbers);
    if (!unknown.empty())
        warnings.push_back(fmt::format("{}: not used here: {} (see hdk_plugins/README.md)", object, unknown));
    if (!vectors.empty())
        warnings.push_back(
            fmt::format("{}: not used: {}; three real numbers on points would be", object, vectors));
    if (!numbers.empty())
        warnings.push_back(fmt::format("{}: not used: {}; a number on points would be", object, numbers));
    return warnings;
}

}  // namespace stiction
