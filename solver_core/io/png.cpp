#include "solver_core/io/png.hpp"

#include "solver_core/base/assert.hpp"

#include <zlib.h>

#include <cstdlib>
#include <new>

namespace stiction {
namespace {

constexpr std::size_t kChannels = 3;
constexpr int kFilters = 5;  // none, sub, up, average, Paeth

void append_big_endian(std::string& out, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<char>((value >> shift) & 0xffU));
}

// Length, type, data, checksum of type and data.
void append_chunk(std::string& out, const std::string& type, const std::string& data)
{
    append_big_endian(out, static_cast<std::uint32_t>(data.size()));
    const std::string body = type + data;
    out += body;
    const uLong sum =
        crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(body.data()), body.size());
    append_big_endian(out, static_cast<std::uint32_t>(sum));
}

// The neighbour nearest to left + up - corner; ties in this order.
int paeth(int left, int up, int corner)
{
    const int guess = left + up - corner;
    const int from_left = std::abs(guess - left), from_up = std::abs(guess - up),
              from_corner = std::abs(guess - corner);
    if (from_left <= from_up && from_left <= from_corner) return left;
    return from_up <= from_corner ? up : corner;
}

int predict(int filter, int left, int up, int corner)
{
    switch (filter) {
        case 1: return left;
        case 2: return up;
        case 3: return (left + up) / 2;
        case 4: return paeth(left, up, corner);
        default: return 0;
    }
}

// Filtered bytes of a row into `out`; returns how far they are from zero in sum, as signed bytes: the usual measure of
// how well a row will deflate.
long filter_row(int filter, const std::uint8_t* row, const std::uint8_t* above, std::string& out)
{
    long distance = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const int left = i >= kChannels ? row[i - kChannels] : 0;
        const int corner = i >= kChannels ? above[i - kChannels] : 0;
        const auto value = static_cast<std::uint8_t>(row[i] - predict(filter, left, above[i], corner));
        distance += value < 128 ? value : 256 - value;
        out[i] = static_cast<char>(value);
    }
    return distance;
}

// Every row with the filter that suits it, the filter's number in front.
std::string filtered_rows(const PixelImage& image)
{
    const std::size_t stride = kChannels * static_cast<std::size_t>(image.width);
    const std::vector<std::uint8_t> zeros(stride, 0);
    std::string best(stride, '\0'), candidate(stride, '\0'), out;
    out.reserve((stride + 1) * static_cast<std::size_t>(image.height));
    for (Index y = 0; y < image.height; ++y) {
        const std::uint8_t* row = image.pixel(0, y);
        const std::uint8_t* above = y > 0 ? row - stride : zeros.data();
        int chosen = 0;
        long least = filter_row(0, row, above, best);
        for (int filter = 1; filter < kFilters; ++filter) {
            const long distance = filter_row(filter, row, above, candidate);
            if (distance >= least) continue;
            least = distance;
            chosen = filter;
            best.swap(candidate);
        }
        out.push_back(static_cast<char>(chosen));
        out += best;
    }
    return out;
}

std::string deflated(const std::string& bytes)
{
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string out(size, '\0');
    const int status =
        compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                  static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
    if (status != Z_OK) throw std::bad_alloc();
    out.resize(size);
    return out;
}

}  // namespace

PixelImage::PixelImage(Index w, Index h, std::array<std::uint8_t, 3> colour)
    : width(w), height(h), bytes(kChannels * static_cast<std::size_t>(w) * static_cast<std::size_t>(h))
{
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = colour[i % kChannels];
}

std::string encode_png(const PixelImage& image)
{
    STICTION_ASSERT(image.width > 0 && image.height > 0);
    std::string header;
    append_big_endian(header, static_cast<std::uint32_t>(image.width));
    append_big_endian(header, static_cast<std::uint32_t>(image.height));
    header +=
        std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB, deflate, adaptive filters, no interlacing

    std::string out = "\x89PNG\r\n\x1a\n";
    append_chunk(out, "IHDR", header);
    append_chunk(out, "sRGB", std::string(1, '\0'));  // perceptual intent
    append_chunk(out, "IDAT", deflated(filtered_rows(image)));
    append_chunk(out, "IEND", "");
    return out;
}

}  // namespace stiction
