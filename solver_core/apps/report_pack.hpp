#pragma once

// Numbers of a run as bytes that a browser unpacks: named sections, one after the other, gzip over all.
//
// A section holds the bytes of its elements plane by plane (all lowest bytes first, highest last, little-endian), for
// the high bytes of small numbers are zeros and shrink to nothing. Sequences of frames are stored as differences:
//   code = zigzag(q_now - q_before),  zigzag(d) = 2 d for d >= 0, -2 d - 1 else,  all modulo 2^16
// where q_before is the same number of the frame before, and in the first frame that of the point before.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// Real numbers as 16 bits: value = origin + step * q, off by at most step / 2.
struct Quantisation {
    double origin = 0.0;
    double step = 1.0;

    std::uint16_t operator()(double value) const;
    double value(std::uint16_t q) const { return origin + step * q; }
};
// The finest that covers lo .. hi.
Quantisation quantisation_of(double lo, double hi);

std::uint16_t zigzag(std::int32_t difference);
std::int32_t unzigzag(std::uint16_t code);

// The codes of a frame whose points have `size` numbers each; `before` is empty for the first frame.
std::vector<std::uint16_t> code_frame(const std::vector<std::uint16_t>& now,
                                      const std::vector<std::uint16_t>& before, std::size_t size);

class SectionPack {
public:
    void add(const std::string& name, const std::vector<std::uint8_t>& values);
    void add(const std::string& name, const std::vector<std::uint16_t>& values);
    void add(const std::string& name, const std::vector<std::uint32_t>& values);
    void add(const std::string& name, const std::vector<double>& values);

    // name -> {type: "u8" | "u16" | "u32" | "f64", offset, count}
    const nlohmann::ordered_json& table() const { return table_; }
    const std::string& bytes() const { return bytes_; }
    // Shrunk, as text for a script element.
    std::string text() const;

private:
    template <class Number>
    void add_planes(const std::string& name, const char* type, const std::vector<Number>& values);

    nlohmann::ordered_json table_ = nlohmann::ordered_json::object();
    std::string bytes_;
};

}  // namespace stiction
