#include "solver_core/io/binary_archive.hpp"

#include "solver_core/base/hash.hpp"
#include "solver_core/io/byte_order.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

constexpr char kMagic[] = "STCK";
constexpr std::uint32_t kFormat = 1;

void append_text(std::string& out, const std::string& text)
{
    append_little_endian(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

// Reads forward; every length is checked against the bytes that are left before it is used.
class Cursor {
public:
    Cursor(const std::string& bytes, std::size_t end, const std::string& name)
        : bytes_(bytes), end_(end), name_(name)
    {
    }
    template <class T>
    T number()
    {
        need(sizeof(T));
        const T value = load_little_endian<T>(bytes_.data() + at_);
        at_ += sizeof(T);
        return value;
    }
    std::string bytes(std::uint64_t size)
    {
        need(size);
        std::string part = bytes_.substr(at_, static_cast<std::size_t>(size));
        at_ += part.size();
        return part;
    }
    std::string text() { return bytes(number<std::uint32_t>()); }
    void finish() const
    {
        if (at_ != end_) fail(fmt::format("has {} bytes after its last section", end_ - at_));
    }
    [[noreturn]] void fail(const std::string& what) const
    {
        throw ArchiveError(ArchiveError::Kind::corrupt, name_,
                           fmt::format("byte {}: the checkpoint {}; use an earlier checkpoint", at_, what));
    }

private:
    void need(std::uint64_t size) const
    {
        if (size > end_ - at_) fail(fmt::format("ends early: {} bytes needed, {} left", size, end_ - at_));
    }

    const std::string& bytes_;
    std::size_t end_;
    const std::string& name_;
    std::size_t at_ = 0;
};

// Magic and checksum: after this every difference from what was written is known to be intended.
std::size_t checked_payload_size(const std::string& bytes, const std::string& name)
{
    const auto corrupt = [&](const std::string& what) {
        throw ArchiveError(ArchiveError::Kind::corrupt, name, what + "; use an earlier checkpoint");
    };
    if (bytes.size() < 16 || bytes.compare(0, 4, kMagic) != 0)
        corrupt(
            fmt::format("is not a whole checkpoint ({} bytes, which should begin with STCK)", bytes.size()));
    const std::size_t payload = bytes.size() - sizeof(std::uint64_t);
    const auto stored = load_little_endian<std::uint64_t>(bytes.data() + payload);
    const std::uint64_t actual = hash_bytes(bytes.data(), payload);
    if (stored != actual)
        corrupt(fmt::format("is damaged: its checksum is {}, that of its bytes {}", hash_hex(stored),
                            hash_hex(actual)));
    return payload;
}

}  // namespace

std::string encode_archive(const BinaryArchive& archive)
{
    std::string out = kMagic;
    append_little_endian(out, kFormat);
    append_little_endian(out, archive.scene_hash);
    append_text(out, archive.program_version);
    append_little_endian(out, archive.step);
    append_little_endian(out, static_cast<std::uint32_t>(archive.sections.size()));
    for (const auto& [name, bytes] : archive.sections) {
        append_text(out, name);
        append_little_endian(out, static_cast<std::uint64_t>(bytes.size()));
        out += bytes;
    }
    append_little_endian(out, hash_bytes(out.data(), out.size()));
    return out;
}

BinaryArchive decode_archive(const std::string& bytes, const std::string& name_for_messages)
{
    const std::size_t payload = checked_payload_size(bytes, name_for_messages);
    Cursor cursor(bytes, payload, name_for_messages);
    cursor.bytes(4);
    const auto format = cursor.number<std::uint32_t>();
    if (format != kFormat)
        throw ArchiveError(
            ArchiveError::Kind::other_version, name_for_messages,
            fmt::format("is a checkpoint of format {}; this program reads format {}; resume with "
                        "the program that wrote it",
                        format, kFormat));
    BinaryArchive archive;
    archive.scene_hash = cursor.number<std::uint64_t>();
    archive.program_version = cursor.text();
    archive.step = cursor.number<std::int64_t>();
    const auto count = cursor.number<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
        std::string name = cursor.text();
        const auto size = cursor.number<std::uint64_t>();
        if (!archive.sections.emplace(name, cursor.bytes(size)).second)
            cursor.fail(fmt::format("has two sections '{}'", name));
    }
    cursor.finish();
    return archive;
}

void require_same_run(const BinaryArchive& archive, std::uint64_t scene_hash,
                      const std::string& program_version, const std::string& name_for_messages)
{
    if (archive.program_version != program_version)
        throw ArchiveError(
            ArchiveError::Kind::other_version, name_for_messages,
            fmt::format("was written by version {}, this is version {} (scene hashes {} and {}); "
                        "resume with the version that wrote it or start anew",
                        archive.program_version, program_version, hash_hex(archive.scene_hash),
                        hash_hex(scene_hash)));
    if (archive.scene_hash != scene_hash)
        throw ArchiveError(
            ArchiveError::Kind::other_scene, name_for_messages,
            fmt::format("belongs to another scene: its scene hash is {}, this scene's is {}; resume "
                        "with the scene it was made from or start anew",
                        hash_hex(archive.scene_hash), hash_hex(scene_hash)));
}

const std::string& BinaryArchive::section(const std::string& name, std::size_t item_size,
                                          const std::string& where) const
{
    const auto found = sections.find(name);
    if (found == sections.end())
        throw ArchiveError(ArchiveError::Kind::corrupt, where, fmt::format("has no section '{}'", name));
    if (found->second.size() % item_size != 0)
        throw ArchiveError(ArchiveError::Kind::corrupt, where,
                           fmt::format("section '{}' has {} bytes, not a multiple of {}", name,
                                       found->second.size(), item_size));
    return found->second;
}

}  // namespace stiction
