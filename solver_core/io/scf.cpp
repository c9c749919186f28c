#include "solver_core/io/scf.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/byte_order.hpp"
#include "solver_core/io/inflated_limit.hpp"

#include <fmt/format.h>

#ifdef STICTION_HAS_BLOSC
#include <blosc.h>
#endif

namespace stiction {

bool is_scf(const std::string& bytes) { return bytes.compare(0, 4, "scf1") == 0; }

#ifdef STICTION_HAS_BLOSC
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kTrailer = 4;
constexpr std::size_t kChunkHeader = BLOSC_MIN_HEADER_LENGTH;

// Size in the file of the chunk at `at`, and its size in memory; 0 when no chunk begins there.
std::size_t chunk_at(const std::string& bytes, std::size_t at, std::size_t end, std::size_t& content)
{
    if (end - at < kChunkHeader) return 0;
    const char* const chunk = bytes.data() + at;
    if (static_cast<unsigned char>(chunk[0]) != BLOSC_VERSION_FORMAT) return 0;
    const auto size = load_little_endian<std::uint32_t>(chunk + 12);
    if (size < kChunkHeader || size > end - at) return 0;
    return blosc_cbuffer_validate(chunk, size, &content) == 0 ? size : 0;
}

}  // namespace

std::string read_scf(const std::string& bytes, const std::string& name_for_messages)
{
    const std::size_t limit = inflated_limit(bytes.size());
    std::size_t at = kHeader;
    const auto fail = [&](const std::string& what) {
        throw InputError(name_for_messages, fmt::format("byte {}: {}", at, what));
    };
    if (bytes.size() < kHeader + kTrailer || bytes.compare(bytes.size() - kTrailer, kTrailer, "1fcs") != 0)
        fail("the compressed file ends early: its last bytes are not '1fcs'");
    const std::size_t end = bytes.size() - kTrailer;
    std::string out;
    std::size_t content = 0;
    for (std::size_t size = 0; (size = chunk_at(bytes, at, end, content)) != 0; at += size) {
        if (content > limit - out.size())
            fail(fmt::format("a chunk of {} bytes claims to hold {}", size, content));
        const std::size_t before = out.size();
        out.resize(before + content);
        const int got = blosc_decompress_ctx(bytes.data() + at, &out[before], content, 1);
        if (got < 0 || static_cast<std::size_t>(got) != content) fail("a compressed chunk is damaged");
    }
    if (out.empty()) fail("there is no Blosc chunk where the content begins");
    return out;
}

#else

std::string read_scf(const std::string&, const std::string& name_for_messages)
{
    throw InputError(name_for_messages,
                     "is compressed with Blosc, which this build does not have; save it as .bgeo "
                     "or .bgeo.gz, or build with libblosc");
}

#endif

}  // namespace stiction
