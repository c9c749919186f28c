#pragma once

// What the solver reads from simulation objects and writes to them.

#include "hdk_plugins/dop/SIM_StictionRest.hpp"

#include <SIM/SIM_Object.h>
#include <SIM/SIM_ObjectArray.h>

#include <map>
#include <string>
#include <vector>

class SIM_OptionsUser;

namespace stiction {

constexpr const char* kRestName = "StictionRest";
constexpr const char* kStateName = "StictionState";
constexpr const char* kContactsName = "StictionContacts";
// Geometry that pinned points follow, attached by another node (SOP Geometry).
constexpr const char* kTargetName = "StictionTarget";

// By ascending id, so that the order in which Houdini lists them does not matter.
std::vector<SIM_Object*> sorted_objects(const SIM_ObjectArray& objects);
// Colliders of all of them that are not among them, by ascending id.
std::map<int, const SIM_Object*> colliders_of(const std::vector<SIM_Object*>& objects);

// A node's options as settings of a scene; what differs from the declaration's type is converted.
HostSettings settings_of(const SIM_OptionsUser& user);
std::vector<std::string> extra_of(const SIM_OptionsUser& user);

// Throws InputError when another node has taken points of an object away since the start.
void require_same_points(const SolverRecord& record, const std::vector<SIM_Object*>& objects);

// Throws InputError.
HostObject host_object(const SIM_Object& object, bool is_collider);
GivenMotion given_motion(const SolverRecord& record, const std::vector<SIM_Object*>& objects);
// What POP nodes have left on the points since the step before.
GivenLoads given_loads(const SolverRecord& record, const std::vector<SIM_Object*>& objects);

// Geometry and contacts of a finished step.
void write_step(const SolverRecord& record, const HostStep& step, const std::vector<SIM_Object*>& objects);

}  // namespace stiction
