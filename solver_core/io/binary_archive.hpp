#pragma once

// The container of checkpoints: named sections of bytes under one checksum.
//
//     "STCK"  u32 format  u64 scene hash  text program version  i64 step
//     u32 number of sections, each: text name, u64 size, bytes
//     u64 XXH3 of everything before it
//
// Numbers are little endian; a text is a u32 length and its bytes. Every later format keeps the magic, the
// format number and the checksum in these places, so that "damaged" and "of another version" stay different
// answers.

#include "solver_core/base/error.hpp"

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

namespace stiction {

class ArchiveError : public InputError {
public:
    enum class Kind {
        corrupt,        // torn or changed on disk: the checksum or the structure does not hold
        other_version,  // whole, but written by another version
        other_scene,    // whole, but of another scene
    };
    ArchiveError(Kind kind, const std::string& where, const std::string& what)
        : InputError(where, what), kind_(kind)
    {
    }
    Kind kind() const { return kind_; }

private:
    Kind kind_;
};

struct BinaryArchive {
    std::uint64_t scene_hash = 0;
    std::string program_version;
    std::int64_t step = 0;
    std::map<std::string, std::string> sections;  // name -> bytes

    // Plain values as a section (the machine's own representation: a checkpoint is read where it was
    // written).
    template <class T>
    void put(const std::string& name, const std::vector<T>& values);
    // The values of a section; `where` names the file. Throws ArchiveError when the section is missing or
    // torn.
    template <class T>
    std::vector<T> get(const std::string& name, const std::string& where) const;
    // The bytes of a section, checked to be a whole number of items.
    const std::string& section(const std::string& name, std::size_t item_size,
                               const std::string& where) const;
};

std::string encode_archive(const BinaryArchive& archive);
// Throws ArchiveError: corrupt, or other_version when the format is another.
BinaryArchive decode_archive(const std::string& bytes, const std::string& name_for_messages);
// Throws ArchiveError with both values in the message when the archive belongs to another scene or version.
void require_same_run(const BinaryArchive& archive, std::uint64_t scene_hash,
                      const std::string& program_version, const std::string& name_for_messages);

template <class T>
void BinaryArchive::put(const std::string& name, const std::vector<T>& values)
{
    static_assert(std::is_trivially_copyable_v<T>);
    std::string& bytes = sections[name];
    bytes.resize(values.size() * sizeof(T));
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
}

template <class T>
std::vector<T> BinaryArchive::get(const std::string& name, const std::string& where) const
{
    static_assert(std::is_trivially_copyable_v<T>);
    const std::string& bytes = section(name, sizeof(T), where);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

}  // namespace stiction
