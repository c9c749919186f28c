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
    hash = hash_more(memory.data(), memory.size(), sizeof(MemoryRecord), hash);
    // What other methods leave empty does not change their hashes.
    if (state.contact_stiffness == 0.0 && state.x_before.empty()) return hash;
    hash = hash_bytes(&state.contact_stiffness, sizeof state.contact_stiffness, hash);
    hash = hash_more(state.x_before.data(), state.x_before.size(), sizeof(Vec3), hash);
    return hash_more(state.v_before.data(), state.v_before.size(), sizeof(Vec3), hash);
}

std::string encode_state(const State& state)
{
    BinaryArchive archive;
    archive.step = state.step;
    archive.put("x", to_doubles(state.x));
    archive.put("v", to_doubles(state.v));
    archive.put("memory", to_records(state.memory));
    archive.put("contact_stiffness", std::vector<double>{state.contact_stiffness});
    archive.put("x_before", to_doubles(state.x_before));
    archive.put("v_before", to_doubles(state.v_before));
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
    const std::vector<double> stiffness = archive.get<double>("contact_stiffness", kWhere);
    if (stiffness.size() != 1)
        throw InputError(kWhere, fmt::format("'contact_stiffness' has {} numbers, not 1", stiffness.size()));
    state.contact_stiffness = stiffness[0];
    state.x_before = from_doubles(archive.get<double>("x_before", kWhere), "x_before");
    state.v_before = from_doubles(archive.get<double>("v_before", kWhere), "v_before");
    if (state.x_before.size() != state.v_before.size() ||
        (!state.x_before.empty() && state.x_before.size() != state.x.size()))
        throw InputError(kWhere, fmt::format("{} positions and {} velocities of a step ago, {} positions now",
                                             state.x_before.size(), state.v_before.size(), state.x.size()));
    return state;
}

}  // namespace stiction
