#pragma once

// Detection for the methods of finite strain: points against smooth surfaces, sheets among themselves, everything against
// simple shapes. Two detectors, one ContactSet with blocks.

#include "solver_core/contact/contact_merge.hpp"
#include "solver_core/contact/smooth_contacts.hpp"

namespace stiction {

// Buffers, kept between steps. The surfaces stay where the last call moved them.
struct JoinedWorkspace {
    SmoothSurfaces surfaces;
    bool surfaces_are_built = false;
    SmoothWorkspace smooth;
    DetectWorkspace features;
    ContactSet smooth_contacts;
    ContactMerge merge;
};

// `features` is what the detector of features is left with of `geometry`; `options` says who carries a smooth surface.
void detect_joined(const ContactGeometry& geometry, const ContactGeometry& features,
                   const SmoothOptions& options, const DetectQuery& query, JoinedWorkspace& work,
                   ContactSet& contacts);

}  // namespace stiction
