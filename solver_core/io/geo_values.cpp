#include "solver_core/io/geo_values.hpp"

#include "solver_core/io/round_to_float.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>

namespace stiction {
namespace {

// Houdini's page. With constant pages a page of few bytes stands for all its elements: a larger one would let
// a small file fill the memory.
constexpr std::int64_t kMaxConstantPage = 1024;

std::vector<std::int64_t> numbers(const GeoSource& source, const JsonValue& list, std::int64_t)
{
    return source.integers(list, "the values");
}

std::vector<double> numbers(const GeoSource& source, const JsonValue& list, double)
{
    return source.reals(list, "the values");
}

template <class T>
std::vector<T> read_tuples(const GeoSource& source, const JsonValue& value, std::size_t size,
                           std::size_t count)
{
    const JsonValue::Array& tuples = source.elements(value, "'tuples'");
    if (tuples.size() != count)
        source.fail(value, fmt::format("{} tuples for {} elements", tuples.size(), count));
    std::vector<T> result;
    result.reserve(size * count);
    for (const JsonValue& tuple : tuples) {
        const std::vector<T> part = numbers(source, tuple, T());
        if (part.size() != size)
            source.fail(tuple, fmt::format("a tuple of {} numbers; the size is {}", part.size(), size));
        result.insert(result.end(), part.begin(), part.end());
    }
    return result;
}

template <class T>
std::vector<T> read_arrays(const GeoSource& source, const JsonValue& value, std::size_t size,
                           std::size_t count)
{
    const JsonValue::Array& arrays = source.elements(value, "'arrays'");
    if (arrays.size() != size)
        source.fail(value, fmt::format("{} arrays; the size is {}", arrays.size(), size));
    std::vector<std::vector<T>> components;
    for (const JsonValue& array : arrays) {
        components.push_back(numbers(source, array, T()));
        if (components.back().size() != count)
            source.fail(array, fmt::format("{} values for {} elements", components.back().size(), count));
    }
    std::vector<T> result(size * count);
    for (std::size_t c = 0; c < size; ++c)
        for (std::size_t i = 0; i < count; ++i) result[i * size + c] = components[c][i];
    return result;
}

struct Subvector {
    std::size_t first = 0;
    std::size_t size = 0;
    std::vector<std::int64_t> constant;  // by page; empty: no page is

    bool is_constant(std::size_t page) const { return !constant.empty() && constant[page] != 0; }
};

std::vector<Subvector> read_packing(const GeoSource& source, const GeoList& block, std::size_t size,
                                    std::size_t pages)
{
    std::vector<Index> packing = {static_cast<Index>(size)};
    if (const JsonValue* value = block.find("packing"))
        packing = source.indices(*value, 1, static_cast<Index>(size), "'packing'");
    if (std::accumulate(packing.begin(), packing.end(), std::int64_t(0)) != static_cast<std::int64_t>(size))
        source.fail(block.value(), fmt::format("'packing' does not add up to the size {}", size));
    std::vector<Subvector> subvectors;
    std::size_t first = 0;
    for (const Index part : packing) {
        subvectors.push_back({first, static_cast<std::size_t>(part), {}});
        first += static_cast<std::size_t>(part);
    }
    const JsonValue* flags = block.find("constantpageflags");
    if (!flags) return subvectors;
    const JsonValue::Array& lists = source.elements(*flags, "'constantpageflags'");
    if (lists.size() != subvectors.size())
        source.fail(*flags, fmt::format("'constantpageflags' has {} lists for {} subvectors", lists.size(),
                                        subvectors.size()));
    for (std::size_t i = 0; i < lists.size(); ++i) {
        subvectors[i].constant = source.integers(lists[i], "'constantpageflags'");
        if (!subvectors[i].constant.empty() && subvectors[i].constant.size() != pages)
            source.fail(lists[i],
                        fmt::format("{} page flags for {} pages", subvectors[i].constant.size(), pages));
    }
    return subvectors;
}

template <class T>
std::vector<T> read_pages(const GeoSource& source, const GeoList& block, std::size_t size, std::size_t count)
{
    const bool has_constants = block.find("constantpageflags") != nullptr;
    const std::int64_t limit = has_constants ? kMaxConstantPage : std::numeric_limits<Index>::max();
    const auto page_size =
        static_cast<std::size_t>(source.integer(block.at("pagesize"), 1, limit, "'pagesize'"));
    const std::size_t pages = (count + page_size - 1) / page_size;
    const std::vector<Subvector> subvectors = read_packing(source, block, size, pages);
    const JsonValue& data = block.at("rawpagedata");
    const auto in_page = [&](std::size_t page) { return std::min(page_size, count - page * page_size); };

    std::size_t expected = 0;
    for (std::size_t page = 0; page < pages; ++page)
        for (const Subvector& part : subvectors)
            expected += part.size * (part.is_constant(page) ? 1 : in_page(page));
    const std::vector<T> raw = numbers(source, data, T());
    if (raw.size() != expected)
        source.fail(data, fmt::format("'rawpagedata' has {} numbers; {} elements of size {} need {}",
                                      raw.size(), count, size, expected));
    std::vector<T> result(size * count);
    std::size_t at = 0;
    for (std::size_t page = 0; page < pages; ++page) {
        for (const Subvector& part : subvectors) {
            const bool constant = part.is_constant(page);
            for (std::size_t i = 0; i < in_page(page); ++i)
                for (std::size_t c = 0; c < part.size; ++c)
                    result[(page * page_size + i) * size + part.first + c] =
                        raw[at + (constant ? 0 : i * part.size) + c];
            at += part.size * (constant ? 1 : in_page(page));
        }
    }
    return result;
}

template <class T>
std::vector<T> read_values(const GeoSource& source, const JsonValue& value, int size, Index count)
{
    const GeoList block(source, value, "a block of values");
    if (const JsonValue* block_size = block.find("size")) source.integer(*block_size, size, size, "'size'");
    const auto width = static_cast<std::size_t>(size);
    const auto elements = static_cast<std::size_t>(count);
    if (const JsonValue* tuples = block.find("tuples"))
        return read_tuples<T>(source, *tuples, width, elements);
    if (const JsonValue* arrays = block.find("arrays"))
        return read_arrays<T>(source, *arrays, width, elements);
    if (block.find("rawpagedata")) return read_pages<T>(source, block, width, elements);
    source.fail(value, "a block of values has none of 'tuples', 'arrays', 'rawpagedata'");
}

template <class T>
bool fits(std::int64_t value)
{
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

bool fits_storage(std::int64_t value, GeoStorage storage)
{
    switch (storage) {
        case GeoStorage::boolean: return value == 0 || value == 1;
        case GeoStorage::uint8: return fits<std::uint8_t>(value);
        case GeoStorage::int8: return fits<std::int8_t>(value);
        case GeoStorage::int16: return fits<std::int16_t>(value);
        case GeoStorage::int32: return fits<std::int32_t>(value);
        default: return true;
    }
}

}  // namespace

std::vector<std::int64_t> read_geo_integers(const GeoSource& source, const JsonValue& block, int size,
                                            Index count, GeoStorage storage)
{
    std::vector<std::int64_t> values = read_values<std::int64_t>(source, block, size, count);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!fits_storage(values[i], storage))
            source.fail(block, fmt::format("value {} of element {} does not fit the storage {}", values[i],
                                           i / static_cast<std::size_t>(size), to_string(storage)));
    return values;
}

std::vector<double> read_geo_reals(const GeoSource& source, const JsonValue& block, int size, Index count,
                                   GeoStorage storage)
{
    std::vector<double> values = read_values<double>(source, block, size, count);
    if (storage != GeoStorage::real64)
        for (double& value : values) value = round_to_float(value);
    return values;
}

}  // namespace stiction
