#pragma once

// Detection for the methods with smooth surfaces: vertices against exact distances and smooth potentials.
//
//   gap = Psi(x) - radii,   included when  gap < max(0, -d gap/dt) h + margin(radii)   (contact_margin)
//
// analytic colliders   vertex_obstacle_contact (obstacle_contact.hpp): rows as of the other methods
// mesh colliders       linearised at the end of the step, about the place the point would have if it rode along:
//                        x_c = what pose and deformation make of x over the step,  v_obstacle = (x_c - x) / h
//                        gap = Psi_end(x_c) - radii,  gap at the end = gap + h grad Psi_end . (v - v_obstacle)
//                      For a rigid one Psi_end(x_c) is Psi_start(x) exactly, however fast it turns.
// soft bodies          linearised at the start: gap at the end = gap + h sum_a g_a . v_a over point and surface nodes;
//                      blocks on the surface's nodes are -w Q / 3 (mls_jacobian.hpp)
//
// A point beyond the end of a field has no value, and no contact, unless its straight way over the step, relative to the
// surface, leads into it: then the potential at the place of entry stands for the one at the start, gap = grad Psi .
// (x - entry). The way is looked at every half radius of influence, at most kMaxWaySteps times. A point that is deep inside,
// beyond the field, has no contact either.

#include "solver_core/contact/mls_jacobian.hpp"
#include "solver_core/contact/smooth_surfaces.hpp"

namespace stiction {

constexpr int kMaxWaySteps = 256;

// Buffers, kept between steps; nothing in them matters for the result.
struct SmoothWorkspace {
    struct Chunk {
        ContactSet rows;
        SmoothScratch scratch;
        MlsJacobian jacobian;
        Index flat = 0;
    };
    std::vector<Chunk> chunks;
    std::vector<std::pair<Index, Index>> order;  // chunk and row, sorted by key
    Vec3Array carrier_velocity;                  // mean of each deformable carrier's nodes
    Index flat_gradients = 0;  // points left out because the gradient has no direction there
};

// Moves the surfaces to the query's step and finds its contacts, sorted by key; blocks and gradients are filled.
// The result depends on the query alone, not on threads.
void detect_smooth(SmoothSurfaces& surfaces, const DetectQuery& query, SmoothWorkspace& work,
                   ContactSet& contacts);

}  // namespace stiction
