// The manual's tables, from the declaration of the parameters.

#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/scene_json.hpp"

#include <fmt/format.h>

#include <set>

namespace stiction {

namespace {

std::string default_text(const Section& section, const Field& field)
{
    const FieldInfo& info = field.info();
    if (info.required) return "required";
    if (info.kind == Kind::section) return info.fallback.empty() ? "its own" : info.fallback;
    const std::string selector = info.only.empty() ? section.selector_values().front() : info.only.front();
    const auto value = field.write(section.prototype(selector).get());
    if (!value) return info.fallback;
    return "`" + value->dump() + "`";
}

std::string allowed_text(const FieldInfo& info)
{
    if (info.section) return (info.kind == Kind::sections ? "list of " : "") + info.section->title();
    std::string text = info.describe_allowed();
    // The unit has its own column.
    const std::string unit = " (" + info.unit + ")";
    const std::size_t at = info.unit.empty() ? std::string::npos : text.find(unit);
    if (at != std::string::npos) text.erase(at, unit.size());
    return text;
}

std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    return text;
}

std::string help_text(const FieldInfo& info)
{
    std::string text = info.help;
    for (const auto& choice : info.choices) {
        const bool first = &choice == &info.choices.front();
        text += fmt::format("{}`{}` {}", first ? ": " : "; ", choice.first, choice.second);
    }
    return text;
}

void add_table(const Section& section, const std::string& path, std::string& text)
{
    text += fmt::format("### {}{}\n\n{}.\n\n", section.title(), path.empty() ? "" : ": `" + path + "`",
                        section.help());
    text += "| key | label | allowed | unit | default | applies to | methods | what it is |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for (const auto& field : section.fields()) {
        const FieldInfo& info = field->info();
        text +=
            fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", info.name, cell(info.label),
                        cell(allowed_text(info)), cell(info.unit), cell(default_text(section, *field)),
                        info.only.empty() ? "all" : join_names(info.only, ", "),
                        info.methods.empty() ? "all" : join_names(info.methods, ", "), cell(help_text(info)));
    }
    text += "\n";
}

// Each section once, where it is met first.
void add_tables(const Section& section, const std::string& path, std::set<std::string>& seen,
                std::string& text)
{
    if (!seen.insert(section.name()).second) return;
    add_table(section, path, text);
    for (const auto& field : section.fields()) {
        const FieldInfo& info = field->info();
        if (!info.section) continue;
        const std::string below =
            path + (path.empty() ? "" : ".") + info.name + (info.kind == Kind::sections ? "[]" : "");
        add_tables(*info.section, below, seen, text);
    }
}

}  // namespace

std::string parameter_tables_markdown()
{
    std::string text;
    std::set<std::string> seen;
    add_tables(scene_section(), "", seen, text);
    return text;
}

}  // namespace stiction
