#pragma once

// A scene run against its own "expect" block.

#include "solver_core/sim/expectations.hpp"
#include "solver_core/sim/run.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace stiction {

struct Exam {
    std::string file;  // of the scene, for messages
    RunResult result;
    std::vector<Verdict> verdicts;
};

// Refuses a scene that expects nothing.
void require_expectations(const Scene& scene);

// Verdicts on what a run came to.
Exam judge(const Scene& scene, RunResult result);

nlohmann::ordered_json to_json(const Exam& exam);

}  // namespace stiction
