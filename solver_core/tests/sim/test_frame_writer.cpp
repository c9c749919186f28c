#include "solver_core/sim/frame_writer.hpp"
#include "solver_core/tests/sim/run_fixture.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

class FrameWriterFormats : public ::testing::TestWithParam<FrameFormat> {};

TEST_P(FrameWriterFormats, PointsAndElementsComeBack)
{
    const Model model = build_model(test::sliding_scene());
    State state = initial_state(model);
    for (std::size_t i = 0; i < state.v.size(); ++i) state.v[i] = Vec3(0.5, -0.25, static_cast<double>(i));
    FrameWriter writer(model, GetParam());
    ASSERT_EQ(writer.object_count(), 2U);
    const std::string extension = frame_extension(GetParam());
    EXPECT_EQ(writer.file_name(0, 7), "frames/sheet.0007." + extension);
    EXPECT_EQ(writer.file_name(1, 12345), "frames/block.12345." + extension);
    for (std::size_t object = 0; object < 2; ++object) {
        const ObjectRange& range = model.objects[object];
        const GeometryTable table = decode_geometry(writer.encode(object, state), extension, "test");
        ASSERT_EQ(table.positions.size(), static_cast<std::size_t>(range.node_count));
        for (Index i = 0; i < range.node_count; ++i)
            EXPECT_LT((table.positions[i] - state.x[range.first_node + i]).norm(), 1e-6);
        const bool tets = object == 1 && (extension == "bgeo" || extension == "geo");
        EXPECT_EQ(table.tets.size(), tets ? range.tets.size() : 0U);
        EXPECT_EQ(table.polygons.size(), tets ? 0U : range.triangles.size());
        if (extension != "bgeo" && extension != "geo") continue;
        const auto v = table.point_attributes.find("v");
        ASSERT_NE(v, table.point_attributes.end());
        EXPECT_EQ(v->second.values[0], 0.5);
        EXPECT_EQ(v->second.values[3 + 2], static_cast<double>(range.first_node) + 1.0);
    }
}

INSTANTIATE_TEST_SUITE_P(All, FrameWriterFormats,
                         ::testing::Values(FrameFormat::bgeo, FrameFormat::geo, FrameFormat::obj,
                                           FrameFormat::ply),
                         [](const auto& format) { return frame_extension(format.param); });

}  // namespace
}  // namespace stiction
