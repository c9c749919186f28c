#pragma once

// A run folder as something to draw: the frames it holds, each with its colliders, and what a camera should see of it.

#include "solver_core/apps/render_mesh.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/scene/scene.hpp"

#include <functional>
#include <string>
#include <vector>

namespace stiction {

// What another program made: one object of a scene that has, beside it, only colliders.
struct ForeignFrames {
    std::string name;
    Scene scene;
    std::vector<Collider> colliders;  // in the order of the scene
    std::vector<Index> frames;        // counted from 0
    std::function<GeometryTable(Index frame)> read;
};

class RenderRun {
public:
    // Throws InputError when the folder holds no scene or no frame.
    explicit RenderRun(const std::string& folder);
    explicit RenderRun(ForeignFrames foreign);

    const std::vector<Index>& frames() const { return frames_; }  // ascending; with a file of every object
    // Throws InputError naming the frames there are.
    void require_frame(Index frame) const;

    // Outermost points of the objects, and of colliders near them, over the whole run.
    const Vec3Array& outline() const { return outline_; }
    const Vec3& focus() const { return focus_; }
    double radius() const { return radius_; }  // of the outline about the focus
    // Another one, that of several runs: floors then fade and are tiled alike.
    void set_focus(const Vec3& focus, double radius);
    RenderScene scene_at(Index frame) const;

    const Scene& scene() const { return scene_; }
    const std::string& folder() const { return folder_; }
    bool is_foreign() const { return static_cast<bool>(read_foreign_); }
    double time_of(Index frame) const;
    // The file of a deformable object; throws InputError when a position is not a finite number.
    GeometryTable read_table(const ObjectSettings& object, Index frame) const;
    const std::vector<Collider>& colliders() const { return colliders_; }  // in the order of the scene
    // Where a collider's surface is; a plane has none.
    SurfaceMesh collider_surface(std::size_t collider, Index frame) const;

private:
    std::string file_name(const std::string& object, Index frame) const;
    std::vector<Index> frames_of(const std::string& object) const;
    void add_collider(Collider collider);
    void find_outline();
    SurfaceMesh read_object(const ObjectSettings& object, Index frame) const;
    void add_objects(Index frame, RenderScene& out) const;
    void add_plane(std::size_t number, const RigidPose& pose, double& lowest, RenderScene& out) const;
    double add_colliders(Index frame, RenderScene& out) const;

    std::string folder_;
    std::function<GeometryTable(Index frame)> read_foreign_;  // none: the files of the folder
    Scene scene_;
    std::vector<Index> frames_;
    std::vector<Collider> colliders_;
    std::vector<SurfaceMesh> collider_meshes_;  // in their own frame; planes have none
    Vec3Array outline_;
    Vec3 focus_ = Vec3::Zero();
    double radius_ = 1.0;
};

// Whether it is the folder of a run (simulate --out).
bool is_run_folder(const std::string& folder);

// "0-12, 14, 20-31"
std::string describe_frames(const std::vector<Index>& frames);

}  // namespace stiction
