#include "solver_core/io/gzip.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/inflated_limit.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace stiction {
namespace {

constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header
constexpr std::size_t kBlock = 1 << 18;

struct InflateStream {
    z_stream stream = {};
    InflateStream()
    {
        if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
    }
    ~InflateStream() { inflateEnd(&stream); }
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;
};

Bytef* writable(const char* data) { return reinterpret_cast<Bytef*>(const_cast<char*>(data)); }

}  // namespace

bool is_gzip(const std::string& bytes) { return bytes.compare(0, 2, "\x1f\x8b") == 0; }

std::string gunzip(const std::string& bytes, const std::string& name_for_messages)
{
    const std::size_t limit = inflated_limit(bytes.size());
    InflateStream inflater;
    z_stream& stream = inflater.stream;
    std::string out;
    std::string block(kBlock, '\0');
    std::size_t at = 0;
    const auto fail = [&](const char* what) {
        throw InputError(name_for_messages, fmt::format("byte {}: {} in the gzip data", at, what));
    };
    for (;;) {
        const std::size_t chunk = std::min<std::size_t>(bytes.size() - at, std::numeric_limits<uInt>::max());
        stream.next_in = writable(bytes.data() + at);
        stream.avail_in = static_cast<uInt>(chunk);
        stream.next_out = writable(block.data());
        stream.avail_out = static_cast<uInt>(kBlock);
        const int status = inflate(&stream, Z_NO_FLUSH);
        at += chunk - stream.avail_in;
        out.append(block, 0, kBlock - stream.avail_out);
        if (out.size() > limit) fail("far more comes out than geometry shrinks to");
        if (status == Z_STREAM_END) {
            // A further member may follow; padding after the last one is not ours to judge.
            if (bytes.compare(at, 2, "\x1f\x8b") != 0) return out;
            if (inflateReset(&stream) != Z_OK) fail("an error");
        } else if (status != Z_OK) {
            fail(status == Z_BUF_ERROR ? "the file ends early" : "an error");
        }
    }
}

std::string gzip(const std::string& bytes)
{
    z_stream stream = {};
    // Memory level 8 is zlib's default; its own header has no name and the time 0.
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string out;
    std::string block(kBlock, '\0');
    std::size_t at = 0;
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        const std::size_t chunk = std::min<std::size_t>(bytes.size() - at, std::numeric_limits<uInt>::max());
        stream.next_in = writable(bytes.data() + at);
        stream.avail_in = static_cast<uInt>(chunk);
        stream.next_out = writable(block.data());
        stream.avail_out = static_cast<uInt>(kBlock);
        status = deflate(&stream, at + chunk == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        at += chunk - stream.avail_in;
        out.append(block, 0, kBlock - stream.avail_out);
    }
    deflateEnd(&stream);
    return out;
}

}  // namespace stiction
