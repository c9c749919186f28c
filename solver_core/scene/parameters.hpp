#pragma once

// Every parameter of a scene, section by section. Each is made at its first use and lives as long as the
// program.

#include "solver_core/scene/section_of.hpp"

namespace stiction {

// The whole file. Walk from here; the others are reached through its fields.
const SectionOf<Scene>& scene_section();

const SectionOf<TimeSettings>& time_section();
const SectionOf<SolverSettings>& solver_section();
const SectionOf<OutputSettings>& output_section();
const SectionOf<Expectation>& expectation_section();
const SectionOf<ContactSettings>& contact_section();
const SectionOf<FrictionChange>& friction_change_section();
const SectionOf<Transform>& transform_section();
const SectionOf<MotionSettings>& motion_section();
const SectionOf<MeshSource>& surface_mesh_section();  // cloth and colliders
const SectionOf<MeshSource>& solid_mesh_section();    // soft bodies
const SectionOf<ObjectSettings>& cloth_material_section();
const SectionOf<ObjectSettings>& soft_material_section();
const SectionOf<Pin>& pin_section();
const SectionOf<ObjectSettings>& shape_section();  // of a collider
const SectionOf<ObjectSettings>& object_section();

// The scene as a field of nothing: where reading starts.
const FieldInfo& scene_field();

}  // namespace stiction
