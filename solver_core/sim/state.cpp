#include "solver_core/sim/state.hpp"

#include "solver_core/base/hash.hpp"
#include "solver_core/io/binary_archive.hpp"

#include <fmt/format.h>

namespace stiction {
namespace {

constexpr const char* kWhere = "state";

// A ContactMemory without padding, whose bytes would be arbitrary.
struct MemoryRecord {
    std::int64_t kind;
    std::int64_t obstacle;
    std::int64_t a;
    std::int64_t b;
    double impulse[3];
};
static_assert(sizeof(MemoryRecord) == 7 * 8);

std::vector<MemoryRecord> to_records(const std::vector<ContactMemory>& memory)
{
    std::vector<MemoryRecord> records;
    records.reserve(memory.size());
    for (const ContactMemory& m : memory)
        records.push_back({static_cast<std::int64_t>(m.key.kind),
                           m.key.obstacle,
                           m.key.a,
                           m.key.b,
                           {m.impulse.x(), m.impulse.y(), m.impulse.z()}});
    return records;
}

ContactMemory from_record(const MemoryRecord& record)
{
    if (record.kind < 0 || record.kind > static_cast<std::int64_t>(ContactKind::vertex_smooth))
        throw InputError(kWhere, fmt::format("contact kind {} is not known", record.kind));
    ContactMemory memory;
    memory.key.kind = static_cast<ContactKind>(record.kind);
    memory.key.obstacle = static_cast<std::int32_t>(record.obstacle);
    memory.key.a = record.a;
    memory.key.b = record.b;
    memory.impulse = Vec3(record.impulse[0], record.impulse[1], record.impulse[2]);
    return memory;
}

static_assert(sizeof(Vec3) == 3 * sizeof(double));

std::vector<double> to_doubles(const Vec3Array& values)
{
    std::vector<double> doubles(3 * values.size());
    if (!values.empty()) std::memcpy(doubles.data(), values.data()->data(), doubles.size() * sizeof(double));
    return doubles;
}

Vec3Array from_doubles(const std::vector<double>& doubles, const char* name)
{
    if (doubles.size() % 3 != 0)
        throw InputError(kWhere,
                         fmt::format("'{}' has {} numbers, not a multiple of 3", name, doubles.size()));
    Vec3Array values;
    values.reserve(doubles.size() / 3);
    for (std::size_t i = 0; i < doubles.size(); i += 3)
        values.emplace_back(doubles[i], doubles[i + 1], doubles[i + 2]);
    return values;
}

// The count goes in first: otherwise points moved from the end of one array to the start of the next would pass.
std::uint64_t hash_more(const void* data, std::size_t count, std::size_t item_size, std::uint64_t seed)
{
    const std::uint64_t length = count;
    return hash_bytes(data, count * item_size, hash_bytes(&length, sizeof length, seed));
}

}  // namespace

std::uint64_t state_hash(const State& state)
{
    const std::vector<MemoryRecord> memory = to_records(state.memory);
    std::uint64_t hash = hash_bytes(&state.step, sizeof state.step);
    hash = hash_more(state.x.data(), state.x.size(), sizeof(Vec3), hash);
    hash = hash_more(state.v.data(), state.v.size(), sizeof(Vec3), hash);
    return hash_more(memory.data(), memory.size(), sizeof(MemoryRecord), hash);
}

std::string encode_state(const State& state)
{
    BinaryArchive archive;
    archive.step = state.step;
    archive.put("x", to_doubles(state.x));
    archive.put("v", to_doubles(state.v));
    archive.put("memory", to_records(state.memory));
    return encode_archive(archive);
}

State decode_state(const std::string& bytes)
{
    const BinaryArchive archive = decode_archive(bytes, kWhere);
    State state;
    state.step = archive.step;
    state.x = from_doubles(archive.get<double>("x", kWhere), "x");
    state.v = from_doubles(archive.get<double>("v", kWhere), "v");
    if (state.x.size() != state.v.size())
        throw InputError(kWhere,
                         fmt::format("{} positions but {} velocities", state.x.size(), state.v.size()));
    for (const MemoryRecord& record : archive.get<MemoryRecord>("memory", kWhere))
        state.memory.push_back(from_record(record));
    return state;
}

}  // namespace stiction
