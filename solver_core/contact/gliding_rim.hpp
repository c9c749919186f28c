#pragma once

// A vertex that glides past another object's rim. It is nearest to an edge or a corner of the triangle, and the plane across
// that direction leans: it would brake the vertex long before the two come near, and a sheet on a sheet at every node its rim
// comes to. The distance to a triangle is convex along a path, so its tangent at any point of the path is a bound, and the one
// that costs nothing on the way is the tangent where the path comes closest. The path is that of bodies carried as they are:
// without gravity, as what rests does not fall. Who comes closer than kHit of the radii is not gliding but hitting. Within one
// object the leaning plane stays: in crumpled cloth it keeps rims apart.

#include "solver_core/contact/pair_contact.hpp"

namespace stiction {

// out: a vertex and the rim of a triangle, of different objects, in reach. Takes the plane it glides along instead where it glides.
void let_glide(const ContactGeometry& geometry, const ContactSurface& surface, PairContact& out);

}  // namespace stiction
