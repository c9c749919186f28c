#pragma once

// What does not change during a simulation: the solver with its model, and which objects it was made of. It is only ever
// read, so that all cached steps share one copy.

#include "hdk_plugins/adapter/host_changes.hpp"
#include "hdk_plugins/adapter/host_solver.hpp"

#include <PRM/PRM_Template.h>
#include <SIM/SIM_Data.h>
#include <SIM/SIM_DataFactory.h>
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_IStream.h>

#include <memory>
#include <mutex>
#include <string>

namespace stiction {

struct SolverRecord {
    HostMembers members;
    std::string settings;  // the node's, to notice changes

    // The solver. One that was loaded from a file is built at its first use. Throws InputError.
    HostSolver& solver() const;

    mutable std::mutex mutex;
    mutable std::unique_ptr<HostSolver> built;
    mutable std::string bytes;  // of a solver that is not built yet
};

}  // namespace stiction

class SIM_StictionRest : public SIM_Data {
public:
    const std::shared_ptr<const stiction::SolverRecord>& record() const { return record_; }
    void setRecord(std::shared_ptr<const stiction::SolverRecord> record) { record_ = std::move(record); }

protected:
    explicit SIM_StictionRest(const SIM_DataFactory* factory);
    ~SIM_StictionRest() override;

    void initializeSubclass() override;
    void makeEqualSubclass(const SIM_Data* source) override;
    void saveSubclass(std::ostream& os) const override;
    bool loadSubclass(UT_IStream& is) override;
    int64 getMemorySizeSubclass() const override;

private:
    static const SIM_DopDescription* getRestDopDescription();
    std::shared_ptr<const stiction::SolverRecord> record_;

    DECLARE_STANDARD_GETCASTTOTYPE();
    DECLARE_DATAFACTORY(SIM_StictionRest, SIM_Data, "Stiction Rest Data", getRestDopDescription());
};
