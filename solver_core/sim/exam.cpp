#include "solver_core/sim/exam.hpp"

#include "solver_core/base/error.hpp"

#include <utility>

namespace stiction {

void require_expectations(const Scene& scene)
{
    if (!scene.expect.empty()) return;
    throw InputError(scene.file,
                     "expect: missing or empty; a scene to verify says what must come out; add "
                     "\"expect\": [{\"quantity\": \"objects.<name>.slid\", \"max\": ...}] or use "
                     "stiction simulate",
                     "expect");
}

Exam judge(const Scene& scene, RunResult result)
{
    Exam exam{scene.file, std::move(result), {}};
    if (exam.result.status != RunStatus::stopped)
        exam.verdicts = check_expectations(scene.expect, exam.result.summary);
    return exam;
}

nlohmann::ordered_json to_json(const Exam& exam)
{
    nlohmann::ordered_json verdicts = nlohmann::ordered_json::array();
    for (const Verdict& v : exam.verdicts)
        verdicts.push_back({{"quantity", v.quantity},
                            {"measured", v.measured},
                            {"expected", v.expected},
                            {"passed", v.passed},
                            {"reason", v.reason},
                            {"why", v.why}});
    return {{"file", exam.file},
            {"status", to_string(exam.result.status)},
            {"passed", exam.result.status == RunStatus::done && all_passed(exam.verdicts)},
            {"verdicts", verdicts},
            {"summary", exam.result.summary}};
}

}  // namespace stiction
