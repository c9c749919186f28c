// The boundary of the adapter: whatever tables a host hands over, they are simulated or refused with a message, nothing
// else. STICTION_FUZZ_SCALE multiplies the number of tries.

#include "hdk_plugins/adapter/host_solver.hpp"
#include "hdk_plugins/tests/adapter/geometry_support.hpp"
#include "hdk_plugins/tests/moving_floor.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <random>

namespace stiction {
namespace {

int tries(int count)
{
    const char* const scale = std::getenv("STICTION_FUZZ_SCALE");
    return count * (scale ? std::max(1, std::atoi(scale)) : 1);
}

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    void change(GeoDetail& detail)
    {
        switch (pick(8)) {
            case 0: strange_number(detail); break;
            case 1: add_attribute(detail); break;
            case 2: break_index(detail.vertex_points); break;
            case 3: break_run(detail); break;
            case 4: detail.point_count += static_cast<Index>(pick(5)) - 2; break;
            case 5: detail.primitive_count += static_cast<Index>(pick(3)) - 1; break;
            case 6: shrink_attribute(detail); break;
            default: add_name(detail); break;
        }
    }

private:
    std::size_t pick(std::size_t count) { return count == 0 ? 0 : random_() % count; }
    double number()
    {
        static const double kNumbers[] = {0.0, -0.0, 1.0,          -1.0,     1e300,     -1e300, 1e-320,
                                          0.5, 3.0,  std::nan(""), HUGE_VAL, -HUGE_VAL, 1e9,    2147483648.0};
        return kNumbers[pick(std::size(kNumbers))];
    }
    void strange_number(GeoDetail& detail)
    {
        auto& attributes = detail.attributes_of(GeoOwner::point);
        std::vector<double>& values = attributes[pick(attributes.size())].reals;
        if (!values.empty()) values[pick(values.size())] = number();
    }
    void add_attribute(GeoDetail& detail)
    {
        static const char* const kNames[] = {"mass",
                                             "density",
                                             "pscale",
                                             "friction",
                                             "v",
                                             "restP",
                                             "pintoanimation",
                                             "stopped",
                                             "rest",
                                             "id",
                                             "disableself",
                                             "gluetoanimation",
                                             "stiction_material_density",
                                             "stiction_thickness",
                                             "stiction_nothing"};
        const GeoOwner owner = kGeoOwners[pick(kGeoOwners.size())];
        const int size = static_cast<int>(1 + pick(4));
        std::vector<double> values(static_cast<std::size_t>(std::max(0, detail.count(owner)) * size),
                                   number());
        if (pick(3) == 0 && !values.empty()) values[pick(values.size())] = number();
        test::add_numbers(detail, owner, kNames[pick(std::size(kNames))], values, size);
    }
    void break_index(std::vector<Index>& indices)
    {
        static const Index kIndices[] = {
            -1, 0, 1, 1000000, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::min()};
        if (!indices.empty()) indices[pick(indices.size())] = kIndices[pick(std::size(kIndices))];
    }
    void break_run(GeoDetail& detail)
    {
        if (detail.primitives.empty()) return;
        GeoPrimitives& run = detail.primitives[pick(detail.primitives.size())];
        switch (pick(4)) {
            case 0: break_index(run.vertices); break;
            case 1: break_index(run.corners); break;
            case 2: run.kind = static_cast<GeoPrimitives::Kind>(pick(5)); break;
            default: run.count = static_cast<Index>(number() > 0 ? pick(100) : 0); break;
        }
    }
    void shrink_attribute(GeoDetail& detail)
    {
        auto& attributes = detail.attributes_of(GeoOwner::point);
        GeoAttribute& attribute = attributes[pick(attributes.size())];
        if (pick(2) == 0)
            attribute.size = static_cast<int>(pick(6)) - 1;
        else
            attribute.reals.resize(pick(attribute.reals.size() + 1));
    }
    void add_name(GeoDetail& detail)
    {
        std::vector<std::int64_t> indices;
        for (Index i = 0; i < detail.primitive_count; ++i)
            indices.push_back(static_cast<std::int64_t>(pick(4)) - 1);
        test::add_texts(detail, GeoOwner::primitive, "name", {"a", "b", ""}, indices);
    }

    std::mt19937 random_;
};

TEST(AdapterFuzz, tables_are_built_or_refused)
{
    int built = 0, refused = 0;
    for (int i = 0; i < tries(3000); ++i) {
        Mutator mutator(static_cast<unsigned>(i));
        HostScene host = test::moving_floor_host("projective");
        host.objects[0].geometry = test::two_squares();
        const std::size_t victim = static_cast<std::size_t>(i) % 3;
        for (int k = 0; k <= i % 4; ++k) mutator.change(host.objects[victim].geometry);
        const std::string text = test::input_error([&] { build_scene(host); });
        ++(text.empty() ? built : refused);
    }
    EXPECT_GT(built, tries(3000) / 20);
    EXPECT_GT(refused, tries(3000) / 4);
}

TEST(AdapterFuzz, what_is_built_can_be_stepped_or_says_why_not)
{
    for (int i = 0; i < tries(60); ++i) {
        Mutator mutator(static_cast<unsigned>(i) + 100000);
        HostScene host = test::moving_floor_host("projective");
        host.settings.emplace_back("time.steps_per_frame", 1);
        mutator.change(host.objects[static_cast<std::size_t>(i) % 2].geometry);
        const std::string text = test::input_error([&] {
            HostSolver solver(host);
            const HostStep step = solver.advance(*solver.start(), {}, nullptr);
            EXPECT_TRUE(step.state || !step.failure.empty());
        });
        SUCCEED() << text;
    }
}

// Bytes of Houdini's own files, changed here and there, through the reader into the adapter.
TEST(AdapterFuzz, damaged_files_of_houdini)
{
    const std::vector<std::string> files = test::houdini_files();
    if (files.empty()) GTEST_SKIP() << "the folder of Houdini's files is not beside the repository";
    std::mt19937 random(7);
    for (const std::string& file : files) {
        const std::string bytes = read_file(file);
        for (int i = 0; i < tries(60); ++i) {
            std::string damaged = bytes;
            for (int k = 0; k < i % 5; ++k)
                damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
            try {
                HostScene host;
                host.name = "node";
                host.time_step = 0.01;
                host.objects.push_back({"it", i % 2 == 0, decode_geo(damaged, file), {}});
                build_scene(host);
            } catch (const InputError& error) {
                EXPECT_STRNE(error.what(), "");
            }
        }
    }
}

}  // namespace
}  // namespace stiction
