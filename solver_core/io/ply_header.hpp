#pragma once

#include "solver_core/io/text_lines.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t size_of(PlyType type);

struct PlyProperty {
    std::string name;
    PlyType type = PlyType::float32;
    bool is_list = false;
    PlyType count_type = PlyType::uint8;
};

struct PlyElement {
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;
};

enum class PlyEncoding { ascii, little_endian, big_endian };

struct PlyHeader {
    PlyEncoding encoding = PlyEncoding::ascii;
    std::vector<PlyElement> elements;
};

// Reads up to and including "end_header".
PlyHeader read_ply_header(TextLines& lines);

}  // namespace stiction
