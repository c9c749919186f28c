#pragma once

// A run folder as something to draw: the frames it holds, each with its colliders, and what a camera should see of it.

#include "solver_core/apps/render_mesh.hpp"
#include "solver_core/scene/scene.hpp"

#include <string>
#include <vector>

namespace stiction {

class RenderRun {
public:
    // Throws InputError when the folder holds no scene or no frame.
    explicit RenderRun(const std::string& folder);

    const std::vector<Index>& frames() const { return frames_; }  // ascending; with a file of every object
    // Throws InputError naming the frames there are.
    void require_frame(Index frame) const;

    // Outermost points of the objects, and of colliders near them, over the whole run.
    const Vec3Array& outline() const { return outline_; }
    const Vec3& focus() const { return focus_; }
    RenderScene scene_at(Index frame) const;

private:
    std::string file_name(const std::string& object, Index frame) const;
    std::vector<Index> frames_of(const std::string& object) const;
    void find_outline();
    double time_of(Index frame) const;
    SurfaceMesh read_object(const ObjectSettings& object, Index frame) const;
    void add_objects(Index frame, RenderScene& out) const;
    void add_colliders(Index frame, RenderScene& out) const;

    std::string folder_;
    Scene scene_;
    std::vector<Index> frames_;
    std::vector<Collider> colliders_;
    std::vector<SurfaceMesh> collider_meshes_;  // in their own frame; planes have none
    Vec3Array outline_;
    Vec3 focus_ = Vec3::Zero();
    double radius_ = 1.0;
};

// "0-12, 14, 20-31"
std::string describe_frames(const std::vector<Index>& frames);

}  // namespace stiction
