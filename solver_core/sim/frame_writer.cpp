#include "solver_core/sim/frame_writer.hpp"

#include <fmt/format.h>

namespace stiction {

std::string frame_extension(FrameFormat format)
{
    switch (format) {
        case FrameFormat::bgeo: return "bgeo";
        case FrameFormat::geo: return "geo";
        case FrameFormat::obj: return "obj";
        case FrameFormat::ply: return "ply";
    }
    return "bgeo";
}

FrameWriter::FrameWriter(const Model& model, FrameFormat format) : extension_(frame_extension(format))
{
    const bool has_tets = format == FrameFormat::bgeo || format == FrameFormat::geo;
    for (const ObjectRange& object : model.objects) {
        names_.push_back(object.name);
        first_node_.push_back(object.first_node);
        GeometryTable& table = tables_.emplace_back();
        table.positions.resize(static_cast<std::size_t>(object.node_count));
        table.point_attributes["v"] = {3, std::vector<double>(3 * table.positions.size())};
        const Index first = object.first_node;
        if (has_tets && !object.tets.empty()) {
            for (const Tet& tet : object.tets) table.tets.push_back((tet.array() - first).matrix());
        } else {
            for (const Triangle& t : object.triangles)
                table.polygons.push_back({t[0] - first, t[1] - first, t[2] - first});
        }
    }
}

std::string FrameWriter::file_name(std::size_t object, Index frame) const
{
    return fmt::format("frames/{}.{:04}.{}", names_[object], frame, extension_);
}

std::string FrameWriter::encode(std::size_t object, const State& state)
{
    GeometryTable& table = tables_[object];
    std::vector<double>& velocity = table.point_attributes["v"].values;
    for (std::size_t i = 0; i < table.positions.size(); ++i) {
        const std::size_t node = static_cast<std::size_t>(first_node_[object]) + i;
        table.positions[i] = state.x[node];
        for (int k = 0; k < 3; ++k) velocity[3 * i + static_cast<std::size_t>(k)] = state.v[node][k];
    }
    return encode_geometry(table, extension_);
}

}  // namespace stiction
