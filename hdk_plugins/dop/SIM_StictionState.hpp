#pragma once

// The solver's state at one time, and what it told of the last step: its options are records in Houdini's details view. A
// state is never written to, so a copy is a pointer more.

#include "hdk_plugins/dop/SIM_StictionRest.hpp"

#include <SIM/SIM_OptionsUser.h>

class SIM_StictionState : public SIM_Data, public SIM_OptionsUser {
public:
    // The state, or the solver's start when there is none yet. Throws InputError for saved bytes of another simulation.
    stiction::SharedState state(const stiction::SolverRecord& record) const;
    void setState(std::shared_ptr<const stiction::SolverRecord> record, stiction::SharedState state,
                  const stiction::StepReport& report);

protected:
    explicit SIM_StictionState(const SIM_DataFactory* factory);
    ~SIM_StictionState() override;

    void initializeSubclass() override;
    void makeEqualSubclass(const SIM_Data* source) override;
    void saveSubclass(std::ostream& os) const override;
    bool loadSubclass(UT_IStream& is) override;
    int64 getMemorySizeSubclass() const override;

private:
    static const SIM_DopDescription* getStateDopDescription();
    std::shared_ptr<const stiction::SolverRecord> record_;  // that the state belongs to
    stiction::SharedState state_;
    std::string bytes_;  // of a state that was loaded and not used yet

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_StictionState, SIM_Data, "Stiction State", getStateDopDescription());
};
