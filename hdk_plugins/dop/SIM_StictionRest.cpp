#include "hdk_plugins/dop/SIM_StictionRest.hpp"

#include "hdk_plugins/dop/data_stream.hpp"
#include "solver_core/base/error.hpp"

#include <nlohmann/json.hpp>

namespace stiction {

HostSolver& SolverRecord::solver() const
{
    const std::lock_guard<std::mutex> lock(mutex);
    if (!built) {
        built = HostSolver::load(bytes, "the saved simulation");
        bytes.clear();
    }
    return *built;
}

}  // namespace stiction

namespace {

nlohmann::json json_of(const std::vector<stiction::HostMember>& members)
{
    nlohmann::json list = nlohmann::json::array();
    for (const stiction::HostMember& member : members) list.push_back({member.id, member.name});
    return list;
}

// Throws nlohmann::json::exception.
std::vector<stiction::HostMember> members_from(const nlohmann::json& list)
{
    std::vector<stiction::HostMember> members;
    for (const nlohmann::json& entry : list)
        members.push_back({entry.at(0).get<int>(), entry.at(1).get<std::string>()});
    return members;
}

}  // namespace

SIM_StictionRest::SIM_StictionRest(const SIM_DataFactory* factory) : SIM_Data(factory) {}
SIM_StictionRest::~SIM_StictionRest() = default;

const SIM_DopDescription* SIM_StictionRest::getRestDopDescription()
{
    static PRM_Template templates[] = {PRM_Template()};
    static SIM_DopDescription description(false, "stiction_rest", "Stiction Rest Data", "StictionRest",
                                          classname(), templates);
    return &description;
}

void SIM_StictionRest::initializeSubclass()
{
    SIM_Data::initializeSubclass();
    record_.reset();
}

void SIM_StictionRest::makeEqualSubclass(const SIM_Data* source)
{
    SIM_Data::makeEqualSubclass(source);
    if (const SIM_StictionRest* other = SIM_DATA_CASTCONST(source, SIM_StictionRest))
        record_ = other->record_;
}

void SIM_StictionRest::saveSubclass(std::ostream& os) const
{
    SIM_Data::saveSubclass(os);
    std::string ids, bytes;
    if (record_) {
        ids = nlohmann::json{{"objects", json_of(record_->members.objects)},
                             {"colliders", json_of(record_->members.colliders)},
                             {"settings", record_->settings}}
                  .dump();
        const std::lock_guard<std::mutex> lock(record_->mutex);
        bytes = record_->built ? record_->built->save() : record_->bytes;
    }
    stiction::write_bytes(os, ids);
    stiction::write_bytes(os, bytes);
}

bool SIM_StictionRest::loadSubclass(UT_IStream& is)
{
    if (!SIM_Data::loadSubclass(is)) return false;
    std::string ids;
    auto record = std::make_shared<stiction::SolverRecord>();
    record_.reset();
    if (!stiction::read_bytes(is, ids) || !stiction::read_bytes(is, record->bytes)) return false;
    if (ids.empty()) return true;
    try {
        const nlohmann::json json = nlohmann::json::parse(ids);
        record->members = {members_from(json.at("objects")), members_from(json.at("colliders"))};
        record->settings = json.at("settings").get<std::string>();
    } catch (const nlohmann::json::exception&) {
        return false;
    }
    record_ = std::move(record);
    return true;
}

int64 SIM_StictionRest::getMemorySizeSubclass() const
{
    int64 size = SIM_Data::getMemorySizeSubclass() + static_cast<int64>(sizeof(*this));
    if (!record_) return size;
    const std::lock_guard<std::mutex> lock(record_->mutex);
    size += static_cast<int64>(record_->bytes.size());
    if (record_->built) size += static_cast<int64>(record_->built->bytes());
    return size;
}
