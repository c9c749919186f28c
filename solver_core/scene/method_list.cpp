#include "solver_core/scene/method_list.hpp"

#include "solver_core/scene/choices.hpp"

namespace stiction {

// Solver choices are a matter of the build, methods of the version: what the scene accepts is what there is.
nlohmann::ordered_json method_list()
{
#ifdef STICTION_HAS_MKL
    constexpr bool kHasMkl = true;
#else
    constexpr bool kHasMkl = false;
#endif
    nlohmann::ordered_json list;
    list["methods"] = nlohmann::ordered_json::array();
    for (const Choice<Method>& choice : choices_of(Method()))
        list["methods"].push_back({{"name", choice.name}, {"for", choice.help}});
    list["linear_solvers"] = nlohmann::ordered_json::array();
    for (const Choice<SolverChoice>& choice : choices_of(SolverChoice()))
        list["linear_solvers"].push_back(
            {{"name", choice.name}, {"available", choice.value != SolverChoice::pardiso || kHasMkl}});
    return list;
}

}  // namespace stiction
