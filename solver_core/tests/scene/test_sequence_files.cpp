#include "example_scenes.hpp"
#include "solver_core/scene/sequence_files.hpp"

#include <gtest/gtest.h>

namespace stiction::test {
namespace {

TEST(SequenceFiles, FillsInTheNumber)
{
    EXPECT_EQ(sequence_file("body.%04d.obj", 7), "body.0007.obj");
    EXPECT_EQ(sequence_file("body.%d.obj", 12345), "body.12345.obj");
    EXPECT_EQ(sequence_file("%3d", 7), "  7");
    EXPECT_EQ(sequence_file("%04d", 123456), "123456");
    EXPECT_EQ(sequence_file("%04d", -3), "-003");
}

TEST(SequenceFiles, RefusesOtherPatterns)
{
    const SceneSource source{"f", {}};
    for (const char* good : {"a%d", "%04d", "%12d.obj"})
        EXPECT_NO_THROW(check_sequence_pattern(good, Place(source)));
    for (const char* bad :
         {"", "a.obj", "%", "%s", "%04", "%d%d", "%n", "%99999999999d", "%*d", "%d.%s", "%%d"}) {
        SCOPED_TRACE(bad);
        EXPECT_NE(refusal([&] { check_sequence_pattern(bad, Place(source)); }).find("%04d"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace stiction::test
