#pragma once

// A host's objects and settings as a Scene, and which node of the simulation is which point of the host.

#include "hdk_plugins/adapter/host_object.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

struct HostScene {
    std::string name;                // the node's path, for messages
    double time_step = 0.0;          // of the host, s; time.steps_per_frame steps of the solver are one of it
    HostSettings settings;           // of the scene: paths of scene_parameters()
    std::vector<std::string> extra;  // "path=value", as the command's --set
    std::vector<HostObject> objects;  // deformable ones and colliders
};

// An object of the scene, and where it comes from.
struct ObjectLink {
    Index host_object = 0;      // number in HostScene::objects
    Index host_points = 0;      // points of that geometry at the start
    Index host_primitives = 0;  // and its primitives
    std::vector<Index> points;  // node k of the object is this point of the host's geometry
    std::vector<Index>
        animated;  // nodes that follow the target, each with a pin of its own after that of the held ones
};

struct BuiltScene {
    Scene scene;
    std::vector<ObjectLink> links;  // one for every object of the scene
    Vec3Array start;     // of every node of the simulation, in the order of the scene's deformable objects
    Vec3Array velocity;  // empty: as the scene says
    std::vector<std::string> warnings;
};

// The scene's settings as one text, to notice that somebody changed them.
std::string settings_text(const HostSettings& settings, const std::vector<std::string>& extra);

// Throws InputError naming the node, the object and the field, what was found, what is allowed and what to do.
BuiltScene build_scene(const HostScene& host);

}  // namespace stiction
