#pragma once

// The words a scene uses for each enumeration, with a sentence on each.

#include "solver_core/scene/scene.hpp"

#include <cassert>
#include <vector>

namespace stiction {

template <class E>
struct Choice {
    E value;
    const char* name;
    const char* help;
};

const std::vector<Choice<Method>>& choices_of(Method);
const std::vector<Choice<SolverChoice>>& choices_of(SolverChoice);
const std::vector<Choice<FrictionCoupling>>& choices_of(FrictionCoupling);
const std::vector<Choice<StepSolver>>& choices_of(StepSolver);
const std::vector<Choice<TimeRule>>& choices_of(TimeRule);
const std::vector<Choice<NewtonSolver>>& choices_of(NewtonSolver);
const std::vector<Choice<PreconditionerChoice>>& choices_of(PreconditionerChoice);
const std::vector<Choice<FillChoice>>& choices_of(FillChoice);
const std::vector<Choice<FillPart>>& choices_of(FillPart);
const std::vector<Choice<FrictionCurve>>& choices_of(FrictionCurve);
const std::vector<Choice<GapConstraints>>& choices_of(GapConstraints);
const std::vector<Choice<MembraneLaw>>& choices_of(MembraneLaw);
const std::vector<Choice<SolidLaw>>& choices_of(SolidLaw);
const std::vector<Choice<SurfaceKernel>>& choices_of(SurfaceKernel);
const std::vector<Choice<SurfaceEdges>>& choices_of(SurfaceEdges);
const std::vector<Choice<SurfaceGaps>>& choices_of(SurfaceGaps);
const std::vector<Choice<FrictionRule>>& choices_of(FrictionRule);
const std::vector<Choice<Generator>>& choices_of(Generator);
const std::vector<Choice<GridPattern>>& choices_of(GridPattern);
const std::vector<Choice<ObjectType>>& choices_of(ObjectType);
const std::vector<Choice<ShapeType>>& choices_of(ShapeType);
const std::vector<Choice<FrameFormat>>& choices_of(FrameFormat);

template <class E>
const char* name_of(E value)
{
    for (const Choice<E>& choice : choices_of(value)) {
        if (choice.value == value) return choice.name;
    }
    assert(false && "an enumerator without a name");
    return "";
}

}  // namespace stiction
