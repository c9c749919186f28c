// Valid files of every format, damaged at random: InputError may come out, or a table that holds together;
// nothing else. STICTION_FUZZ_SCALE multiplies the number of tries.

#include "solver_core/io/atomic_file.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/tests/io/io_support.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

namespace stiction {
namespace {

constexpr unsigned kSeed = 20250117;
constexpr int kTries = 2000;

int tries()
{
    const char* const scale = std::getenv("STICTION_FUZZ_SCALE");
    return static_cast<int>(kTries * (scale ? std::atof(scale) : 1.0));
}

class Mutator {
public:
    explicit Mutator(std::string other) : random_(kSeed), other_(std::move(other)) {}

    std::string operator()(std::string bytes)
    {
        for (int count = pick(3) + 1; count > 0 && !bytes.empty(); --count) change(bytes);
        return bytes;
    }

private:
    int pick(std::size_t below) { return static_cast<int>(random_() % below); }
    std::size_t place(const std::string& bytes) { return bytes.empty() ? 0 : random_() % bytes.size(); }

    void change(std::string& bytes)
    {
        static const char* const kNumbers[] = {"-1",    "0",         "4294967296", "99999999999999999999",
                                               "1e999", "2147483647"};
        const std::size_t at = place(bytes);
        switch (pick(8)) {
            case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << pick(8))); break;
            case 1: bytes[at] = static_cast<char>(pick(256)); break;
            case 2: bytes.resize(at); break;
            case 3: bytes.erase(at, 1 + random_() % 16); break;
            case 4: bytes.insert(at, bytes.substr(place(bytes), 1 + random_() % 64)); break;
            case 5: bytes.insert(at, other_.substr(place(other_), 1 + random_() % 64)); break;
            case 6: bytes.replace(at, 1 + random_() % 3, kNumbers[pick(std::size(kNumbers))]); break;
            default:  // a byte that announces a large length
                bytes[at] = static_cast<char>(pick(2) ? 0xF4 : 0xF8);
                break;
        }
    }

    std::mt19937_64 random_;
    std::string other_;
};

// What a reader hands out, a writer accepts.
void check(const GeometryTable& table) { encode_geometry(table, "bgeo"); }

void fuzz(const std::vector<std::string>& seeds, const std::string& extension, int count)
{
    std::printf("[ seed     ] %u, %d tries of .%s\n", kSeed, count, extension.c_str());
    Mutator mutate(encode_geometry(test::sample_table(), "ply") +
                   encode_geometry(test::sample_table(), "geo"));
    int refused = 0;
    for (int i = 0; i < count; ++i) {
        const std::string bytes = mutate(seeds[static_cast<std::size_t>(i) % seeds.size()]);
        try {
            check(decode_geometry(bytes, extension, "fuzz"));
        } catch (const InputError&) {
            ++refused;
        } catch (const std::exception& error) {
            FAIL() << "try " << i << ": " << error.what();
        }
    }
    EXPECT_GT(refused, count / 10) << "the damage did not reach the reader";
}

TEST(GeometryFuzz, formats_we_write)
{
    for (const char* extension : {"bgeo", "geo", "ply", "bgeo.gz"})
        fuzz({encode_geometry(test::sample_table(), extension)}, extension, tries());
    GeometryTable surface = test::sample_table();
    surface.tets.clear();
    fuzz({encode_geometry(surface, "obj")}, "obj", tries());
}

TEST(GeometryFuzz, ascii_ply)
{
    fuzz({"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
          "property uchar group_a\nproperty int t_0\nproperty int t_1\nelement face 2\n"
          "property list uchar int vertex_indices\nelement tetrahedron 1\nproperty list uchar int "
          "vertex_indices\n"
          "end_header\n0 0 0 0 1 2\n1 0 0 1 3 4\n1 1 0 1 5 6\n0 1 0 0 7 8\n3 0 1 2\n4 0 1 2 3\n4 0 1 2 3\n"},
         "ply", tries());
}

TEST(GeometryFuzz, files_of_houdini)
{
    std::vector<std::string> seeds;
    for (const std::string& file : test::houdini_files()) seeds.push_back(read_file(file));
    if (seeds.empty()) GTEST_SKIP() << "the folder of Houdini's files is not beside the repository";
    fuzz(seeds, "bgeo", tries());
}

TEST(GeometryFuzz, every_truncation_is_refused)
{
    for (const char* extension : {"bgeo", "geo", "ply", "bgeo.gz"}) {
        std::string bytes = encode_geometry(test::sample_table(), extension);
        while (bytes.back() == '\n') bytes.pop_back();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            ASSERT_NE(test::input_error([&] { decode_geometry(bytes.substr(0, size), extension, "cut"); }),
                      "")
                << extension << " cut at " << size;
    }
}

}  // namespace
}  // namespace stiction
