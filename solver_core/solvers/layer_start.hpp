#pragma once

// Where Newton's method starts: at velocities that leave no point below the contact layer.
//
// Below it the penalty is a parabola of the depth, whose Newton steps halve it: a collider that comes v h into a layer of delta
// costs log2(v h / delta) of them, twelve at 0.1 m/s and 4 ms, before anything else is solved.
//
//   for every contact with d < 0, one after the other, d of the start and what was pushed before it:
//     v_b += (d_0 - d) / (a sum_b |g_b|^2 / m_b) g_b / m_b                            the least impulse that lays it at d_0
//
// d_0 is where the contact was at the start of the step, and carried its load; one that was not in the layer is laid on the bottom:
// from the deep side Newton's steps do not overshoot. The start is taken only where it has a smaller residual; roots are what they
// are.
//
//   d    distance into the layer, m (implicit_contacts.hpp)        g_b  gradient of the gap         a    of the stage, s

#include "solver_core/solvers/implicit_system.hpp"

namespace stiction {

class LayerStart {
public:
    // Moves v where that helps.
    void improve(ImplicitSystem& system, const ImplicitContacts& contacts, Vec3Array& v);

private:
    // trial_ = v with every deep contact pushed; false when none is deep.
    bool push(const ImplicitSystem& system, const ImplicitContacts& contacts, const Vec3Array& v);

    Vec3Array trial_, residual_;
};

}  // namespace stiction
