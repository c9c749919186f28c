#include "solver_core/io/png.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <random>

namespace stiction {
namespace {

std::uint32_t big_endian(const std::string& bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
    return value;
}

struct Chunk {
    std::string type;
    std::string data;
};

// Splits a file into chunks and checks their checksums.
std::vector<Chunk> chunks_of(const std::string& bytes)
{
    EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    std::vector<Chunk> chunks;
    for (std::size_t at = 8; at < bytes.size();) {
        const std::size_t size = big_endian(bytes, at);
        chunks.push_back({bytes.substr(at + 4, 4), bytes.substr(at + 8, size)});
        const auto sum =
            crc32(0, reinterpret_cast<const Bytef*>(bytes.data() + at + 4), static_cast<uInt>(size + 4));
        EXPECT_EQ(big_endian(bytes, at + 8 + size), static_cast<std::uint32_t>(sum)) << chunks.back().type;
        at += size + 12;
    }
    return chunks;
}

// A reader written from the format's description: undoes the filters of every row.
PixelImage decode(const std::string& bytes, std::vector<int>* filters = nullptr)
{
    const std::vector<Chunk> chunks = chunks_of(bytes);
    EXPECT_EQ(chunks.front().type, "IHDR");
    EXPECT_EQ(chunks.back().type, "IEND");
    EXPECT_EQ(chunks.front().data.substr(8), std::string("\x08\x02\x00\x00\x00", 5));
    PixelImage image(static_cast<Index>(big_endian(chunks.front().data, 0)),
                     static_cast<Index>(big_endian(chunks.front().data, 4)));
    std::string packed;
    for (const Chunk& chunk : chunks)
        if (chunk.type == "IDAT") packed += chunk.data;
    const int stride = 3 * image.width;
    std::vector<std::uint8_t> raw(static_cast<std::size_t>((stride + 1) * image.height));
    uLongf size = raw.size();
    EXPECT_EQ(uncompress(raw.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
              Z_OK);
    EXPECT_EQ(size, raw.size());
    for (Index y = 0; y < image.height; ++y) {
        const std::uint8_t* row = raw.data() + y * (stride + 1);
        if (filters) filters->push_back(row[0]);
        std::uint8_t* out = image.pixel(0, y);
        for (int i = 0; i < stride; ++i) {
            const int a = i >= 3 ? out[i - 3] : 0;
            const int b = y > 0 ? out[i - stride] : 0;
            const int c = i >= 3 && y > 0 ? out[i - stride - 3] : 0;
            const int pa = std::abs(b - c), pb = std::abs(a - c), pc = std::abs(a + b - 2 * c);
            const int nearest = pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
            const int guess[5] = {0, a, b, (a + b) / 2, nearest};
            out[i] = static_cast<std::uint8_t>(row[1 + i] + guess[row[0]]);
        }
    }
    return image;
}

TEST(Png, PicturesComeBack)
{
    std::mt19937 random(7);
    const std::pair<Index, Index> sizes[] = {{1, 1}, {1, 9}, {9, 1}, {16, 16}, {131, 67}};
    for (const auto& [width, height] : sizes) {
        for (const int noise : {0, 3, 255}) {
            PixelImage image(width, height);
            for (Index y = 0; y < height; ++y)
                for (Index x = 0; x < width; ++x)
                    for (int k = 0; k < 3; ++k)
                        image.pixel(x, y)[k] = static_cast<std::uint8_t>(
                            3 * x + (k + 1) * y +
                            static_cast<int>(random() % static_cast<unsigned>(noise + 1)));
            const PixelImage back = decode(encode_png(image));
            EXPECT_EQ(back.width, width);
            EXPECT_EQ(back.height, height);
            EXPECT_EQ(back.bytes, image.bytes) << width << " x " << height << " noise " << noise << " seed 7";
        }
    }
}

TEST(Png, GradientsAreFilteredAndSmall)
{
    PixelImage image(256, 256);
    for (Index y = 0; y < 256; ++y)
        for (Index x = 0; x < 256; ++x)
            for (int k = 0; k < 3; ++k)
                image.pixel(x, y)[k] = static_cast<std::uint8_t>((x * x / 97 + y * y / 61) & 255);
    std::vector<int> filters;
    const std::string bytes = encode_png(image);
    decode(bytes, &filters);
    EXPECT_TRUE(std::any_of(filters.begin(), filters.end(), [](int f) { return f > 0; }));
    EXPECT_LT(bytes.size(), image.bytes.size() / 12);
}

TEST(Png, FillsWithOneColour)
{
    const PixelImage image(3, 2, {10, 20, 30});
    EXPECT_EQ(image.bytes.size(), 18U);
    EXPECT_EQ(image.pixel(2, 1)[0], 10);
    EXPECT_EQ(image.pixel(2, 1)[2], 30);
    EXPECT_EQ(encode_png(image), encode_png(image));
}

}  // namespace
}  // namespace stiction
