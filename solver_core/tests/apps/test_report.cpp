// The report: what is read from run folders, what the page holds, frames left out, the command around it.

#include "solver_core/apps/exit_code.hpp"
#include "solver_core/apps/report_encode.hpp"
#include "solver_core/apps/report_page.hpp"
#include "solver_core/apps/report_parameters.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/sim/run.hpp"
#include "solver_core/tests/apps/command_process.hpp"
#include "solver_core/tests/apps/scene_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace stiction {
namespace {

using test::contains;
using test::run_command;
using test::TempFolder;
using test::write_scene;

constexpr std::size_t kPlenty = 1U << 30;
constexpr const char* kTemplate =
    "<title><!--stiction:title--></title><!--stiction:figures--><!--stiction:data-->";

void simulate(const Scene& scene, const std::string& folder)
{
    RunOptions options;
    options.folder = folder;
    RunObserver nobody;
    ASSERT_EQ(run_simulation(scene, options, nobody).status, RunStatus::done);
}

nlohmann::ordered_json data_of(const std::string& html)
{
    const std::string open = "id=\"report-data\">";
    const std::size_t begin = html.find(open) + open.size();
    return nlohmann::ordered_json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST(Report, EveryNthKeepsTheEnds)
{
    EXPECT_EQ(every_nth(5, 1), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(every_nth(5, 2), (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_EQ(every_nth(6, 4), (std::vector<std::size_t>{0, 4, 5}));
    EXPECT_EQ(every_nth(6, 100), (std::vector<std::size_t>{0, 5}));
    EXPECT_TRUE(every_nth(0, 3).empty());
}

TEST(Report, ReadsFramesContactsStatisticsAndVerdicts)
{
    const TempFolder temp;
    const Scene scene = test::sliding_scene();
    simulate(scene, temp / "run");
    const ReportRun run = load_report_run(temp / "run", kPlenty);
    EXPECT_EQ(run.frames, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6}));
    ASSERT_EQ(run.objects.size(), 2U);
    EXPECT_EQ(run.objects[0].name, "sheet");
    EXPECT_EQ(run.objects[0].triangles.size(), 72U);
    EXPECT_EQ(run.objects[0].speed.size(), 7U);
    ASSERT_EQ(run.colliders.size(), 1U);
    EXPECT_EQ(run.colliders[0].shape, "plane");
    EXPECT_EQ(run.stats.rows, 24U);
    ASSERT_EQ(run.verdicts.size(), 1U);
    EXPECT_TRUE(run.verdicts[0].passed);
    EXPECT_EQ(run.summary["steps"], 24);
    ASSERT_TRUE(run.has_contacts);
    EXPECT_TRUE(run.contacts[0].empty());
    // What is drawn is what the step counted.
    for (const auto& [name, values] : run.stats.columns) {
        if (name != "contacts.sliding") continue;
        for (std::size_t f = 1; f < 7; ++f)
            EXPECT_EQ(std::count_if(run.contacts[f].begin(), run.contacts[f].end(),
                                    [](const ReportContact& c) { return c.state == 2; }),
                      values[4 * f - 1]);
    }
    // Nothing stretches at the start; the centre's path is what the summary says, up to 32-bit positions.
    for (const float stretch : run.objects[0].stretch[0]) EXPECT_NEAR(stretch, 0.0, 1e-6);
    EXPECT_NEAR((run.objects[0].centre.back() - run.objects[0].centre.front()).norm(),
                run.summary["objects"]["sheet"]["displacement"].get<double>(), 1e-6);
    EXPECT_TRUE(run.references.empty()) << "the block touches the sheet";
}

TEST(Report, StretchIsTheLargestPrincipalOne)
{
    const TempFolder temp;
    Scene scene =
        parse_scene(R"({"time": {"step": 1e-3, "steps_per_frame": 100, "frames": 1}, "gravity": [0, 0, 0],
        "objects": [{"name": "s", "type": "cloth", "mesh": {"generator": "grid", "size": [1, 1], "divisions": [1, 1]},
        "pins": [{"points": [0, 1]}, {"points": [2, 3], "motion": {"velocity": [0, 0, 2]}}]}]})",
                    "s.json");
    simulate(scene, temp / "run");
    const ReportRun run = load_report_run(temp / "run", kPlenty);
    const std::vector<float>& x = run.objects[0].positions[1];
    const double length = std::abs(x[8] - x[2]);
    ASSERT_NEAR(std::abs(length - 1.0), 0.2, 1e-6);
    for (const float stretch : run.objects[0].stretch[1])
        EXPECT_NEAR(stretch, std::max(length, 1.0) - 1.0, 1e-6) << "only along z";
}

TEST(Report, ClosedFormOfSheetsOnAPlane)
{
    const TempFolder temp;
    Scene scene = load_scene(std::string(STICTION_SOURCE_DIR) + "/test_hips/ramps.json", {"time.frames=2"});
    simulate(scene, temp / "ramps");
    const ReportRun run = load_report_run(temp / "ramps", kPlenty);
    ASSERT_EQ(run.references.size(), 5U);
    const double h = scene.time.step;
    const double angle = 20.0 * 3.14159265358979323846 / 180.0;
    const double mu[] = {0.1, 0.2, 0.3, 0.36, 0.37};
    for (std::size_t i = 0; i < 5; ++i) {
        const ReportReference& reference = run.references[i];
        const double a = std::max(0.0, 9.81 * (std::sin(angle) - mu[i] * std::cos(angle)));
        ASSERT_EQ(reference.distance.size(), 21U);
        EXPECT_NEAR(reference.angle, 20.0, 1e-9);
        for (int n = 0; n <= 20; ++n) {
            EXPECT_NEAR(reference.distance[n], a * h * h * n * (n + 1) / 2, 1e-14);
            EXPECT_NEAR(reference.speed[n], a * h * n, 1e-13);
        }
        const std::string name = run.objects[reference.object].name;
        EXPECT_NEAR(run.summary["objects"][name]["slid"].get<double>(), reference.distance.back(), 1e-9);
    }
}

TEST(Report, ClosedFormOfASheetThatStops)
{
    Scene scene = parse_scene(R"({"time": {"step": 0.01}, "objects": [
        {"name": "floor", "type": "collider", "shape": {"type": "plane"}, "friction": 1},
        {"name": "sheet", "type": "cloth", "mesh": {"generator": "grid"}, "friction": 0.5, "velocity": [0.6, 0, 0.8]}]})",
                              "stop.json");
    const Vec3Array points = {Vec3(0, 0.001, 0), Vec3(1, 0.001, 0), Vec3(0, 0.001, 1)};
    const auto reference = sheet_on_plane(scene, 1, 0, points, 50);
    ASSERT_TRUE(reference);
    // v_n = 1 - n h mu g, 20 steps of 0.04905 m/s, then rest.
    EXPECT_NEAR(reference->speed[20], 1.0 - 20 * 0.04905, 1e-12);
    EXPECT_EQ(reference->speed[21], 0.0);
    EXPECT_EQ(reference->distance[50], reference->distance[20]);
    EXPECT_NEAR(reference->distance[20], 0.01 * (20.0 - 0.04905 * 210.0), 1e-12);
    scene.objects[1].spin = Vec3(0, 10, 0);
    EXPECT_FALSE(sheet_on_plane(scene, 1, 0, points, 50)) << "it turns";
    scene.objects[1].spin.setZero();
    EXPECT_FALSE(sheet_on_plane(scene, 1, 0, {Vec3(0, 0.1, 0)}, 50)) << "it falls first";
    scene.objects[0].collider.motion.velocity = Vec3(1, 0, 0);
    EXPECT_FALSE(sheet_on_plane(scene, 1, 0, points, 50)) << "the plane moves";
}

TEST(Report, ParametersThatDiffer)
{
    const Scene a = test::sliding_scene();
    Scene b = a;
    EXPECT_TRUE(differing_parameters({&a, &b}).empty());
    b.name = "other";
    b.objects[0].friction = 0.75;
    b.time.frames = 9;
    b.objects[1].name = "brick";
    const std::vector<ParameterRow> rows = differing_parameters({&a, &b});
    ASSERT_EQ(rows.size(), 2U) << "objects of one scene only are not a difference of parameters";
    EXPECT_EQ(rows[0].path, "time.frames");
    EXPECT_EQ(rows[0].values, (std::vector<std::string>{"6", "9"}));
    EXPECT_EQ(rows[1].path, "objects.sheet.friction");
    EXPECT_EQ(rows[1].values, (std::vector<std::string>{"0.2", "0.75"}));
}

TEST(Report, PageStaysBelowItsSizeByLeavingFramesOut)
{
    const TempFolder temp;
    Scene scene = test::sliding_scene();
    scene.description = "</script><!-- \"a & b\"";
    simulate(scene, temp / "run");
    const std::vector<ReportRun> runs = {load_report_run(temp / "run", kPlenty),
                                         load_report_run(temp / "run/", kPlenty)};
    PageOptions options;
    const Page whole = build_page(runs, options, kTemplate);
    EXPECT_EQ(whole.stride, 1U);
    const nlohmann::ordered_json data = data_of(whole.html);
    EXPECT_EQ(data["runs"][0]["frames"].size(), 7U);
    EXPECT_EQ(data["runs"][0]["label"], "run");
    EXPECT_EQ(data["runs"][1]["label"], "run (2)");
    EXPECT_EQ(data["runs"][0]["description"], scene.description);
    EXPECT_EQ(data["runs"][0]["summary"], runs[0].summary);
    EXPECT_TRUE(contains(whole.html, "<title>sliding</title>"));
    EXPECT_TRUE(contains(whole.html, "&lt;/script&gt;&lt;!-- &quot;a &amp; b&quot;"));

    options.most_bytes = whole.html.size() - 1;
    const Page less = build_page(runs, options, kTemplate);
    EXPECT_GT(less.stride, 1U);
    EXPECT_LE(less.html.size(), options.most_bytes);
    const nlohmann::ordered_json kept = data_of(less.html)["runs"][0];
    EXPECT_EQ(kept["frames"].back(), 6);
    EXPECT_EQ(kept["frames_there"], 7);
    EXPECT_EQ(kept["sections"]["mesh.0.position"]["count"].get<std::size_t>(),
              kept["frames"].size() * 49 * 3);
    EXPECT_EQ(kept["sections"]["stats.time"]["count"], 24) << "statistics stay whole";

    options.most_bytes = 1000;
    EXPECT_TRUE(build_page(runs, options, kTemplate).is_too_large);
    EXPECT_LT(load_report_run(temp / "run", 1000).frames.size(), 7U) << "not even read";
}

TEST(Report, RefusesWhatIsNoRun)
{
    const TempFolder temp;
    EXPECT_THROW(load_report_run(temp / "nothing", kPlenty), InputError);
    Scene scene = test::sliding_scene();
    scene.output.contacts = false;
    simulate(scene, temp / "run");
    EXPECT_FALSE(load_report_run(temp / "run", kPlenty).has_contacts);
    std::filesystem::remove(temp / "run/summary.json");
    EXPECT_TRUE(load_report_run(temp / "run", kPlenty).summary.is_null());
    std::ofstream(temp / "run/summary.json") << "[]";
    EXPECT_THROW(load_report_run(temp / "run", kPlenty), InputError);
}

TEST(Report, CommandWritesThePageOrSaysWhatIsMissing)
{
    const TempFolder temp;
    simulate(test::sliding_scene(), temp / "run");
    const auto result =
        run_command({"report", temp / "run", "--out", temp / "page.html", "--title", "A & B"});
    if (page_template().empty()) {
        EXPECT_EQ(result.exit_code, kExitBadInput);
        EXPECT_TRUE(contains(result.err, "node")) << result.err;
        return;
    }
    ASSERT_EQ(result.exit_code, kExitDone) << result.err;
    const std::string html = read_file(temp / "page.html");
    EXPECT_TRUE(contains(html, "<title>A &amp; B - Stiction</title>"));
    EXPECT_EQ(data_of(html)["title"], "A & B");
    EXPECT_EQ(run_command({"report", temp / "run", "--max-size", "0"}).exit_code, kExitBadInput);
    EXPECT_EQ(run_command({"report", temp / "none"}).exit_code, kExitBadInput);
    EXPECT_EQ(run_command({"report", temp / "run", "--out", temp / "no/such/page.html"}).exit_code,
              kExitCannotWrite);
}

}  // namespace
}  // namespace stiction
