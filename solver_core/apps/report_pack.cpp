#include "solver_core/apps/report_pack.hpp"

#include "solver_core/io/base64.hpp"
#include "solver_core/io/gzip.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace stiction {
namespace {

constexpr double kLevels = 65535.0;

}  // namespace

std::uint16_t Quantisation::operator()(double value) const
{
    const double q = std::round((value - origin) / step);
    return static_cast<std::uint16_t>(std::clamp(q, 0.0, kLevels));
}

Quantisation quantisation_of(double lo, double hi)
{
    // The step of a constant channel does not matter, but it must not be zero.
    return {lo, hi > lo ? (hi - lo) / kLevels : 1.0};
}

std::uint16_t zigzag(std::int32_t difference)
{
    const auto d = static_cast<std::int16_t>(difference);
    return static_cast<std::uint16_t>(d >= 0 ? 2 * d : -2 * d - 1);
}

std::int32_t unzigzag(std::uint16_t code)
{
    const std::int32_t half = code / 2;
    return code % 2 == 0 ? half : -half - 1;
}

std::vector<std::uint16_t> code_frame(const std::vector<std::uint16_t>& now,
                                      const std::vector<std::uint16_t>& before, std::size_t size)
{
    std::vector<std::uint16_t> codes(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
        const std::int32_t guess = !before.empty() ? before[i] : i >= size ? now[i - size] : 0;
        codes[i] = zigzag(now[i] - guess);
    }
    return codes;
}

template <class Number>
void SectionPack::add_planes(const std::string& name, const char* type, const std::vector<Number>& values)
{
    const std::size_t begin = bytes_.size();
    const std::size_t count = values.size();
    table_[name] = {{"type", type}, {"offset", begin}, {"count", count}};
    bytes_.resize(begin + count * sizeof(Number));
    for (std::size_t i = 0; i < count; ++i) {
        char element[sizeof(Number)];
        std::memcpy(element, &values[i], sizeof(Number));
        for (std::size_t k = 0; k < sizeof(Number); ++k) bytes_[begin + k * count + i] = element[k];
    }
}

void SectionPack::add(const std::string& name, const std::vector<std::uint8_t>& values)
{
    add_planes(name, "u8", values);
}

void SectionPack::add(const std::string& name, const std::vector<std::uint16_t>& values)
{
    add_planes(name, "u16", values);
}

void SectionPack::add(const std::string& name, const std::vector<std::uint32_t>& values)
{
    add_planes(name, "u32", values);
}

void SectionPack::add(const std::string& name, const std::vector<double>& values)
{
    add_planes(name, "f64", values);
}

std::string SectionPack::text() const { return encode_base64(gzip(bytes_)); }

}  // namespace stiction
