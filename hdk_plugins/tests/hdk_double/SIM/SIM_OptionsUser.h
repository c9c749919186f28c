#pragma once
#include <SIM/SIM_Options.h>
class SIM_Data;
class SIM_OptionsUser {
public:
    explicit SIM_OptionsUser(SIM_Data*) {}
    virtual ~SIM_OptionsUser() = default;
    const SIM_Options& getOptions() const { return options_; }
    SIM_Options& doubleOptions() { return options_; }  // what a node would have evaluated its parameters into

protected:
    SIM_Options& getOptions() { return options_; }

private:
    SIM_Options options_;
};
