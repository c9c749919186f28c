#include "hdk_plugins/dop/SIM_StictionState.hpp"

#include "hdk_plugins/dop/data_stream.hpp"

#include <SIM/SIM_Options.h>

#include <utility>

SIM_StictionState::SIM_StictionState(const SIM_DataFactory* factory)
    : SIM_Data(factory), SIM_OptionsUser(this)
{
}
SIM_StictionState::~SIM_StictionState() = default;

const SIM_DopDescription* SIM_StictionState::getStateDopDescription()
{
    static PRM_Template templates[] = {PRM_Template()};
    static SIM_DopDescription description(false, "stiction_state", "Stiction State", "StictionState",
                                          classname(), templates);
    return &description;
}

stiction::SharedState SIM_StictionState::state(const stiction::SolverRecord& record) const
{
    if (state_) return state_;
    stiction::HostSolver& solver = record.solver();
    return bytes_.empty() ? solver.start() : solver.load_state(bytes_, "the saved simulation");
}

void SIM_StictionState::setState(std::shared_ptr<const stiction::SolverRecord> record,
                                 stiction::SharedState state, const stiction::StepReport& report)
{
    record_ = std::move(record);
    state_ = std::move(state);
    bytes_.clear();
    SIM_Options& options = getOptions();
    const stiction::StepStats& stats = report.stats;
    options.setOptionI("step", report.step);
    options.setOptionS("status", stiction::to_string(report.status));
    options.setOptionI("iterations", stats.iterations);
    options.setOptionI("contacts_external", stats.contacts_external);
    options.setOptionI("contacts_self", stats.contacts_self);
    options.setOptionI("sticking", stats.sticking);
    options.setOptionI("sliding", stats.sliding);
    options.setOptionF("friction_residual", stats.friction_residual);
    options.setOptionF("penetration_max", stats.penetration_max);
    options.setOptionF("energy_kinetic", stats.energy.kinetic);
    options.setOptionF("energy_elastic", stats.energy.elastic);
    options.setOptionF("ms_total", stats.ms.total);
    handleModification();
}

void SIM_StictionState::initializeSubclass()
{
    SIM_Data::initializeSubclass();
    record_.reset();
    state_.reset();
    bytes_.clear();
}

void SIM_StictionState::makeEqualSubclass(const SIM_Data* source)
{
    SIM_Data::makeEqualSubclass(source);
    const SIM_StictionState* other = SIM_DATA_CASTCONST(source, SIM_StictionState);
    if (!other) return;
    record_ = other->record_;
    state_ = other->state_;
    bytes_ = other->bytes_;
}

void SIM_StictionState::saveSubclass(std::ostream& os) const
{
    SIM_Data::saveSubclass(os);
    stiction::write_bytes(os, state_ ? record_->solver().save_state(*state_) : bytes_);
}

bool SIM_StictionState::loadSubclass(UT_IStream& is)
{
    if (!SIM_Data::loadSubclass(is)) return false;
    record_.reset();
    state_.reset();
    return stiction::read_bytes(is, bytes_);
}

int64 SIM_StictionState::getMemorySizeSubclass() const
{
    return SIM_Data::getMemorySizeSubclass() +
           static_cast<int64>(sizeof(*this) + bytes_.size() + (state_ ? state_->bytes() : 0));
}
