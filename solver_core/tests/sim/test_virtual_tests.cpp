#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/scene_json.hpp"
#include "solver_core/sim/virtual_scenes.hpp"
#include "solver_core/sim/virtual_tests.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stiction {
namespace {

ObjectSettings object_of(ObjectType type, const char* name)
{
    ObjectSettings object = make_object(type);
    apply(*find_preset(type, name), object);
    return object;
}

TEST(VirtualTests, TensileSlopeOfASheetIsItsStretch)
{
    for (const char* name : {"cotton", "wool"}) {
        const TensileTest test = tensile_test(object_of(ObjectType::cloth, name).cloth);
        EXPECT_NEAR(test.slope / test.given, 1.0, 1e-6) << name;
        for (const TensilePoint& point : test.curve)
            EXPECT_NEAR(point.force / (test.given * point.strain), 1.0, 1e-6) << point.strain;
    }
}

TEST(VirtualTests, TensileSlopeOfASolidIsItsYoungsModulus)
{
    const TensileTest test = tensile_test(object_of(ObjectType::soft, "foam").soft);
    EXPECT_NEAR(test.slope / test.given, 1.0, 0.01);
}

// A strip's free edges curl a little and give way, so it hangs up to 5 % short of the heavy elastica.
TEST(VirtualTests, CantileverBendingLengthIsThatOfTheHeavyElastica)
{
    const CantileverTest test = cantilever_test(object_of(ObjectType::cloth, "denim").cloth, 16);
    EXPECT_NEAR(test.overhang / test.overhang_closed, 0.975, 0.025);
    EXPECT_NEAR(test.bending_length, 0.5 * test.overhang, 1e-15);
    EXPECT_LT(test.unbalanced, 1.0);
}

// A thick and soft sheet: in a strip of 25 mm its edges would give way and it would hang 19 % short. The strip is as wide as
// it hangs out.
TEST(VirtualTests, CantileverOfASoftThickSheetIsWideEnough)
{
    EXPECT_EQ(cantilever_width(0.01), kCantileverWidth);
    EXPECT_EQ(cantilever_width(0.1), 0.1);
    const CantileverTest test = cantilever_test(object_of(ObjectType::cloth, "neoprene").cloth, 12);
    EXPECT_NEAR(test.overhang / test.overhang_closed, 0.97, 0.025);
}

// A flat specimen shades all of its area, one that hangs straight down the support's only.
TEST(VirtualTests, ShadowOfKnownShapes)
{
    constexpr Index kAround = 64;
    const Scene scene = drape_scene({}, kAround);
    const MeshSource& mesh = scene.objects[0].mesh;
    // The polygon of 64 corners is 0.16 % short of the circle.
    EXPECT_NEAR(measure_shadow(mesh.triangles, mesh.points, kAround).coefficient, 1.0, 0.01);
    EXPECT_EQ(measure_shadow(mesh.triangles, mesh.points, kAround).folds, 0);

    Vec3Array hanging = mesh.points;
    Vec3Array folded = mesh.points;
    for (std::size_t i = 0; i < hanging.size(); ++i) {
        const double r = std::hypot(hanging[i].x(), hanging[i].z());
        if (r <= kDrapeSupportRadius) continue;
        const double angle = std::atan2(hanging[i].z(), hanging[i].x());
        hanging[i] *= kDrapeSupportRadius / r;
        folded[i] *= (1.0 - 0.1 * (1.0 + std::cos(6.0 * angle)) * (r / kDrapeSupportRadius - 1.0));
    }
    EXPECT_NEAR(measure_shadow(mesh.triangles, hanging, kAround).coefficient, 0.0, 0.01);
    EXPECT_EQ(measure_shadow(mesh.triangles, folded, kAround).folds, 6);
}

TEST(VirtualTests, ScenesAreScenes)
{
    const ClothMaterial cloth;
    for (const Scene& scene : {cantilever_scene(cloth, 0.05, 8), drape_scene(cloth, 16), tensile_scene(cloth),
                               tensile_scene(SoftMaterial{})}) {
        const std::string text = to_json(scene).dump();
        EXPECT_EQ(to_json(parse_scene(text, "again.json")).dump(), text) << scene.name;
    }
}

}  // namespace
}  // namespace stiction
