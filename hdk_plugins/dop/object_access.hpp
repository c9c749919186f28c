#pragma once

// What the solver reads from simulation objects and writes to them.

#include "hdk_plugins/dop/SIM_StictionRest.hpp"

#include <SIM/SIM_Object.h>
#include <SIM/SIM_ObjectArray.h>

#include <map>
#include <string>
#include <vector>

namespace stiction {

constexpr const char* kRestName = "StictionRest";
constexpr const char* kStateName = "StictionState";
constexpr const char* kContactsName = "StictionContacts";
// Geometry that pinned points follow, attached by another node (SOP Geometry).
constexpr const char* kTargetName = "StictionTarget";

// Both by ascending id, so that the order in which Houdini lists them does not matter.
std::vector<SIM_Object*> sorted_objects(const SIM_ObjectArray& old, const SIM_ObjectArray& added);
// Colliders of all of them that are not among them, by ascending id.
std::map<int, const SIM_Object*> colliders_of(const std::vector<SIM_Object*>& objects);

// The objects and their colliders by name and id.
HostMembers members_of(const std::vector<SIM_Object*>& objects);

// Throws InputError when an object or a collider has other points or primitives than at the start.
void require_same_geometry(const SolverRecord& record, const std::vector<SIM_Object*>& objects);

// Throws InputError.
HostObject host_object(const SIM_Object& object, bool is_collider);
GivenMotion given_motion(const SolverRecord& record, const std::vector<SIM_Object*>& objects);
// What POP nodes have left on the points since the step before.
GivenLoads given_loads(const SolverRecord& record, const std::vector<SIM_Object*>& objects);

// Geometry and contacts of a finished step.
void write_step(const SolverRecord& record, const HostStep& step, const std::vector<SIM_Object*>& objects);

}  // namespace stiction
