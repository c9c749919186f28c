#pragma once

// The contacts of a step as points of a geometry file: one file per frame, beside those of the objects.
//
// Point attributes, all as they are at the end of the step:
//   P        on side B, the collider's or the touched object's surface, under side A's point, m
//   N        normal, from side B to side A
//   impulse  on side A over the step, world axes, N s; the mean force is impulse / step
//   slip     velocity of side A over side B along the surface, m/s
//   state    0 open (carries nothing), 1 stick, 2 slip
//   mu       friction coefficient of the pair
//   cone     |r_T| / (mu r_N): 0 presses straight, 1 is at the edge of the friction cone; 0 where mu or r_N is 0
//   gap      distance less the two radii, negative is penetration, m
//   object   number of side A's object in the scene        other  of side B's, an object or a collider
//   point    of side A's object, the one that bears most of the contact
// A frame without a step before it (the first) has no contacts.

#include "solver_core/io/geometry_file.hpp"
#include "solver_core/sim/simulation.hpp"

#include <string>

namespace stiction {

enum class ContactState { open = 0, stick = 1, slip = 2 };

// The contacts of the step that the simulation has just made; none before the first.
GeometryTable contact_table(const Simulation& simulation);

// The extension of the contacts' files: .obj holds no attributes, so beside .obj frames they are .ply.
std::string contact_extension(FrameFormat format);
// "contacts/contacts.0012.bgeo"
std::string contact_file_name(Index frame, FrameFormat format);

}  // namespace stiction
