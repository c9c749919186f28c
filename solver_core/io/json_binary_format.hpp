#pragma once

// Bytes of Houdini's binary JSON. A file is 0x7F, the magic number as a native u32, and one value; files
// written on a machine of the other byte order show the magic number swapped and are swapped throughout.
//
// Lengths and token ids: one byte below 0xF1 is the number itself; 0xF2, 0xF4, 0xF8 are followed by 2, 4, 8
// bytes.

#include <cstdint>

namespace stiction {

constexpr unsigned char kBinaryJsonStart = 0x7F;
constexpr std::uint32_t kBinaryJsonMagic = 0x624A534E;

enum class JsonToken : unsigned char {
    null = 0x00,
    boolean = 0x10,
    int8 = 0x11,
    int16 = 0x12,
    int32 = 0x13,
    int64 = 0x14,
    real16 = 0x18,
    real32 = 0x19,
    real64 = 0x1A,
    uint8 = 0x21,
    uint16 = 0x22,
    token_ref = 0x26,  // id of a text defined before
    text = 0x27,       // length, bytes
    token_def = 0x2B,  // id, length, bytes: defines a text and is no value itself
    token_undef = 0x2D,
    no = 0x30,
    yes = 0x31,
    uniform_list =
        0x40,  // element type, length, elements without type bytes; booleans packed in 32-bit words
    list_begin = 0x5B,
    list_end = 0x5D,
    map_begin = 0x7B,
    map_end = 0x7D,
};

}  // namespace stiction
