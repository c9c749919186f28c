// Which files make a cache, and what is refused when they are read.

#include "solver_core/base/error.hpp"
#include "solver_core/compare/cache.hpp"
#include "solver_core/tests/apps/scene_file.hpp"
#include "solver_core/tests/compare/made_cache.hpp"

#include <gtest/gtest.h>

namespace stiction {
namespace {

using test::contains;
using test::TempFolder;

void write_frame(const std::string& path, const SurfaceMesh& mesh)
{
    write_file_atomically(path, encode_geometry(test::table_of(mesh), geometry_extension(path)));
}

std::string refusal(const std::function<void()>& work)
{
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing refused";
}

TEST(CacheFiles, PatternsFoldersAndFiles)
{
    const TempFolder temp;
    for (const char* name : {"cloth.0009.obj", "cloth.0010.obj", "cloth.0011.obj"})
        write_frame(temp / name, test::flat_sheet(1));
    for (const char* pattern : {"cloth.$F4.obj", "cloth.$F.obj", "cloth.%04d.obj", "cloth.####.obj", ""}) {
        const std::vector<CacheFile> files = find_cache_files(temp / pattern);
        ASSERT_EQ(files.size(), 3U) << pattern;
        EXPECT_EQ(files[0].frame, 9) << pattern;
        EXPECT_EQ(files[2].frame, 11) << pattern;
    }
    EXPECT_EQ(find_cache_files(temp / "cloth.0010.obj").size(), 1U);
    EXPECT_TRUE(
        contains(refusal([&] { find_cache_files(temp / "wool.$F4.obj"); }), "no such file or sequence"));
    EXPECT_TRUE(contains(refusal([&] { find_cache_files(temp / "wool"); }), "allowed: a folder"));
    write_frame(temp / "body.0001.ply", test::flat_sheet(1));
    const std::string two = refusal([&] { find_cache_files(temp.path()); });
    EXPECT_TRUE(contains(two, "2 sequences found")) << two;
    EXPECT_TRUE(contains(two, "body.$F.ply")) << two;
    write_frame(temp / "cloth.9.obj", test::flat_sheet(1));
    EXPECT_TRUE(contains(refusal([&] { find_cache_files(temp / "cloth.$F.obj"); }), "is frame 9 as"));
}

TEST(CacheFiles, ReadsInUnitsAndTimes)
{
    const TempFolder temp;
    for (int f = 1001; f <= 1004; ++f)
        write_frame(temp / ("a." + std::to_string(f) + ".bgeo"), test::flat_sheet(2));
    CacheReading reading;
    reading.unit = 0.01;
    reading.fps = 25.0;
    const Cache cache = read_cache(temp.path(), reading);
    ASSERT_EQ(cache.frames, (std::vector<Index>{1001, 1002, 1003, 1004}));
    EXPECT_DOUBLE_EQ(cache.times[0], 0.0);
    EXPECT_DOUBLE_EQ(cache.times[3], 3.0 / 25.0);
    EXPECT_NEAR(cache.positions[0].back().cwiseAbs().maxCoeff(), 0.005, 1e-9);
    reading.all = false;
    reading.first = 1002;
    reading.last = 1003;
    const Cache part = read_cache(temp.path(), reading);
    EXPECT_EQ(part.frames, (std::vector<Index>{1002, 1003}));
    EXPECT_DOUBLE_EQ(part.times[0], 1.0 / 25.0) << "times count from the first file of the sequence";
    reading.first = reading.last = 7;
    EXPECT_TRUE(contains(refusal([&] { read_cache(temp.path(), reading); }), "there are 1001 to 1004"));
}

TEST(CacheFiles, RefusesWhatCannotBeMeasured)
{
    Cache cache;
    cache.name = "made";
    GeometryTable points;
    points.positions = {Vec3::Zero()};
    EXPECT_TRUE(contains(refusal([&] { add_frame(cache, points, 0, 0.0, "f"); }), "no polygon"));
    const GeometryTable sheet = test::table_of(test::flat_sheet(2));
    add_frame(cache, sheet, 1, 0.0, "f1");
    EXPECT_TRUE(
        contains(refusal([&] { add_frame(cache, test::table_of(test::flat_sheet(3)), 2, 0.1, "f2"); }),
                 "16 points found; the first frame has 9"));
    GeometryTable broken = sheet;
    broken.positions[4].x() = std::nan("");
    EXPECT_TRUE(contains(refusal([&] { add_frame(cache, broken, 2, 0.1, "f2"); }), "f2"));
    add_frame(cache, sheet, 2, 0.1, "f2");
    EXPECT_TRUE(contains(refusal([&] { require_even_frames(cache, 3); }), "2 frames found"));
    add_frame(cache, sheet, 4, 0.3, "f4");
    EXPECT_TRUE(contains(refusal([&] { require_even_frames(cache, 3); }), "frame 4 follows frame 2"));
}

}  // namespace
}  // namespace stiction
