#pragma once

// The deformable objects of a state as geometry files: one per object and frame.

#include "solver_core/io/geometry_file.hpp"
#include "solver_core/sim/model.hpp"
#include "solver_core/sim/state.hpp"

#include <string>
#include <vector>

namespace stiction {

// "bgeo", "geo", "obj", "ply"
std::string frame_extension(FrameFormat format);

class FrameWriter {
public:
    FrameWriter(const Model& model, FrameFormat format);

    std::size_t object_count() const { return tables_.size(); }
    // "frames/sheet.0012.bgeo"
    std::string file_name(std::size_t object, Index frame) const;
    // The file's bytes: points, velocities, and tets where the format has them, otherwise the surface.
    std::string encode(std::size_t object, const State& state);

private:
    std::vector<std::string> names_;
    std::vector<Index> first_node_;
    std::vector<GeometryTable> tables_;  // topology is set once, points and velocities for every frame
    std::string extension_;
};

}  // namespace stiction
