#pragma once

// What has to stay as it was at the start of a simulation. A host may change it between any two steps, and each change that was let
// pass would be a wrong picture without a word: other objects, other elements, another time step.

#include "hdk_plugins/adapter/host_scene.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace stiction {

// A thing of the host that takes part.
struct HostMember {
    int id = 0;
    std::string name;  // for messages; another name is no change

    friend bool operator==(const HostMember& a, const HostMember& b) { return a.id == b.id; }
};

struct HostMembers {
    std::vector<HostMember> objects;    // what moves, in the order of HostScene::objects
    std::vector<HostMember> colliders;  // after them

    friend bool operator==(const HostMembers& a, const HostMembers& b)
    {
        return a.objects == b.objects && a.colliders == b.colliders;
    }
};

// Seconds of a step of the host; rounding of its clock is no change.
bool is_same_time_step(double start, double now);

// All of these throw InputError with the remedy.
void require_same_members(const HostMembers& start, const HostMembers& now);
// Of the geometry that an object came from.
void require_same_elements(const ObjectLink& start, std::int64_t points, std::int64_t primitives,
                           const std::string& name_for_messages);
void require_same_time_step(double start, double now, const std::string& name_for_messages);

}  // namespace stiction
