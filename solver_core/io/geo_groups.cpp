#include "solver_core/io/geo_parts.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

// [count, flag, count, flag, ...] over all elements
std::vector<Index> read_run_lengths(const GeoSource& source, const JsonValue& value, Index count)
{
    const std::vector<std::int64_t> pairs = source.integers(value, "'boolRLE'");
    if (pairs.size() % 2 != 0) source.fail(value, "'boolRLE' has a count without a flag");
    std::vector<Index> members;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        if (pairs[i] < 0 || pairs[i] > count - at)
            source.fail(value, fmt::format("'boolRLE' covers more than the {} elements", count));
        if (pairs[i + 1] != 0 && pairs[i + 1] != 1)
            source.fail(value, "'boolRLE' has a flag that is not 0 or 1");
        const std::int64_t end = at + pairs[i];
        for (; at < end; ++at)
            if (pairs[i + 1]) members.push_back(static_cast<Index>(at));
    }
    if (at != count) source.fail(value, fmt::format("'boolRLE' covers {} of {} elements", at, count));
    return members;
}

// one 0 or 1 per element
std::vector<Index> read_flags(const GeoSource& source, const JsonValue& value, Index count)
{
    const std::vector<Index> flags = source.indices(value, 0, 1, "'i8'");
    if (flags.size() != static_cast<std::size_t>(count))
        source.fail(value, fmt::format("a group has {} flags for {} elements", flags.size(), count));
    std::vector<Index> members;
    for (Index i = 0; i < count; ++i)
        if (flags[i]) members.push_back(i);
    return members;
}

GeoGroup read_group(const GeoSource& source, const JsonValue& value, Index count)
{
    const JsonValue::Array& pair = source.elements(value, "a group");
    if (pair.size() != 2) source.fail(value, "a group is not a pair of definition and selection");
    const GeoList definition(source, pair[0], "a group's definition");
    const GeoList data(source, pair[1], "a group's data");
    GeoGroup group;
    group.name = source.text(definition.at("name"), "a group's name");
    const JsonValue& selection_value = data.at("selection");
    const GeoList selection(source, selection_value, "a group's selection");
    if (const JsonValue* ordered = selection.find("ordered")) {
        group.ordered = true;
        group.members = source.indices(*ordered, 0, count - 1, "an ordered group");
        return group;
    }
    const GeoList unordered(source, selection.at("unordered"), "an unordered group");
    if (const JsonValue* lengths = unordered.find("boolRLE"))
        group.members = read_run_lengths(source, *lengths, count);
    else if (const JsonValue* flags = unordered.find("i8"))
        group.members = read_flags(source, *flags, count);
    else
        source.fail(selection_value, fmt::format("group '{}' has neither 'boolRLE' nor 'i8'", group.name));
    return group;
}

void write_run_lengths(JsonWriter& writer, const std::vector<Index>& members, Index count)
{
    writer.begin_list();
    const auto run = [&writer](Index length, bool inside) {
        if (length == 0) return;
        writer.integer(length);
        writer.boolean(inside);
    };
    Index at = 0;
    for (std::size_t i = 0; i < members.size();) {
        std::size_t end = i + 1;
        while (end < members.size() && members[end] == members[end - 1] + 1) ++end;
        run(members[i] - at, false);
        run(static_cast<Index>(end - i), true);
        at = members[end - 1] + 1;
        i = end;
    }
    run(count - at, false);
    writer.end_list();
}

}  // namespace

std::vector<GeoGroup> read_geo_groups(const GeoSource& source, const JsonValue& value, Index count)
{
    std::vector<GeoGroup> groups;
    for (const JsonValue& entry : source.elements(value, "a list of groups"))
        groups.push_back(read_group(source, entry, count));
    return groups;
}

void write_geo_groups(JsonWriter& writer, const std::vector<GeoGroup>& groups, Index count)
{
    writer.begin_list();
    for (const GeoGroup& group : groups) {
        writer.begin_list();
        writer.begin_list();
        writer.text("name");
        writer.text(group.name);
        writer.end_list();
        writer.begin_list();
        writer.text("selection");
        writer.begin_list();
        if (group.ordered) {
            writer.text("ordered");
            writer.integers(std::vector<std::int64_t>(group.members.begin(), group.members.end()),
                            JsonNumber::int32);
        } else {
            writer.text("unordered");
            writer.begin_list();
            writer.text("boolRLE");
            write_run_lengths(writer, group.members, count);
            writer.end_list();
        }
        writer.end_list();
        writer.end_list();
        writer.end_list();
    }
    writer.end_list();
}

}  // namespace stiction
