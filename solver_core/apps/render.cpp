#include "solver_core/apps/command.hpp"
#include "solver_core/apps/render_camera.hpp"
#include "solver_core/apps/render_picture.hpp"
#include "solver_core/apps/render_run.hpp"
#include "solver_core/apps/render_sheet.hpp"
#include "solver_core/apps/scene_options.hpp"
#include "solver_core/apps/wedge_results.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>

namespace stiction {
namespace {

constexpr Index kSmallest = 16;
constexpr Index kLargest = 8192;

struct RenderArguments {
    std::string folder;
    std::string out;
    std::string sheet;
    Index frame = -1;
    std::string frames;
    Index columns = 4;
    std::string size;
    std::string camera;
    std::string target;
    double fov = 35.0;
    bool wireframe = false;
    int threads = 0;
};

struct PictureSize {
    Index width = 1280;
    Index height = 720;
};

template <class Number>
bool parse_number(const std::string& text, Number& value)
{
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

PictureSize parse_size(const std::string& text)
{
    const std::size_t cross = text.find('x');
    PictureSize size;
    const bool ok = cross != std::string::npos && parse_number(text.substr(0, cross), size.width) &&
                    parse_number(text.substr(cross + 1), size.height);
    const auto allowed = [](Index side) { return side >= kSmallest && side <= kLargest; };
    if (!ok || !allowed(size.width) || !allowed(size.height))
        throw InputError("--size",
                         fmt::format("\"{}\" found; allowed: WxH with {} to {} pixels a side, as in "
                                     "1280x720; correct the size",
                                     text, kSmallest, kLargest));
    return size;
}

Vec3 parse_point(const std::string& option, const std::string& text)
{
    Vec3 point;
    std::size_t start = 0;
    bool ok = std::count(text.begin(), text.end(), ',') == 2;
    for (int k = 0; ok && k < 3; ++k) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        ok = parse_number(text.substr(start, comma - start), point[k]) && std::isfinite(point[k]);
        start = comma + 1;
    }
    if (!ok)
        throw InputError(option,
                         fmt::format("\"{}\" found; allowed: x,y,z in metres, as in 1.5,1,2; correct the "
                                     "point",
                                     text));
    return point;
}

// "A-B:STEP" (or "A-B/STEP"), "A-B", "A".
std::vector<Index> parse_frames(const std::string& text)
{
    const std::size_t slash = text.find_first_of(":/");
    const FrameRange range = parse_frame_range(text.substr(0, slash));
    Index step = 1;
    if (slash != std::string::npos && (!parse_number(text.substr(slash + 1), step) || step < 1))
        throw InputError("--frames",
                         fmt::format("\"{}\" found; allowed: A-B:STEP with a STEP of 1 or more, as in "
                                     "0-60:10; correct the step",
                                     text));
    std::vector<Index> frames;
    for (std::int64_t frame = range.first; frame <= range.last; frame += step)
        frames.push_back(static_cast<Index>(frame));
    return frames;
}

// Of one run, or of several that are seen together.
RenderCamera make_camera(const RenderArguments& arguments, const std::vector<RenderRun>& runs,
                         const PictureSize& size)
{
    const bool has_target = !arguments.target.empty();
    const Vec3 target = has_target ? parse_point("--target", arguments.target) : runs.front().focus();
    if (!arguments.camera.empty()) {
        const Vec3 eye = parse_point("--camera", arguments.camera);
        if ((target - eye).norm() < 1e-9)
            throw InputError("--camera",
                             fmt::format("\"{}\" found, which is the target; a camera needs a distance to "
                                         "what it looks at; move one of them",
                                         arguments.camera));
        return look_at(eye, target, arguments.fov, size.width, size.height);
    }
    const RenderCamera automatic = camera_around(common_outline(runs), three_quarter_direction(),
                                                 arguments.fov, size.width, size.height);
    return has_target ? look_at(automatic.eye, target, arguments.fov, size.width, size.height) : automatic;
}

// The run of a folder, or those of a wedge that have frames.
std::vector<RenderRun> load_runs(const std::string& folder)
{
    std::vector<RenderRun> runs;
    if (!is_wedge_folder(folder)) {
        runs.emplace_back(folder);
        return runs;
    }
    for (const std::string& run : drawable_runs(read_wedge(folder), folder)) runs.emplace_back(run);
    if (runs.empty())
        throw InputError(folder, "no run of this wedge has frames; run stiction wedge again to finish it");
    share_focus(runs);
    return runs;
}

// One tile a frame, row by row of runs; without frames the last one of each.
std::vector<SheetTile> sheet_tiles(const RenderArguments& arguments, const std::vector<RenderRun>& runs,
                                   const std::vector<Index>& frames)
{
    std::vector<SheetTile> tiles;
    for (const RenderRun& run : runs) {
        const Index only = arguments.frame >= 0 ? arguments.frame : run.frames().back();
        const std::vector<Index> mine = frames.empty() ? std::vector<Index>(1, only) : frames;
        const std::string name =
            runs.size() > 1 ? std::filesystem::path(run.folder()).filename().string() + "  " : "";
        for (const Index frame : mine) {
            run.require_frame(frame);
            tiles.push_back({&run, frame, fmt::format("{}frame {}", name, frame), "", false});
        }
    }
    return tiles;
}

PixelImage render_sheet(const RenderArguments& arguments, const std::vector<RenderRun>& runs,
                        const std::vector<Index>& frames)
{
    const PictureSize size = arguments.size.empty() ? PictureSize{480, 270} : parse_size(arguments.size);
    const std::vector<SheetTile> tiles = sheet_tiles(arguments, runs, frames);
    const SheetLayout layout = {arguments.columns, size.width, size.height};
    require_sheet_size(tiles.size(), layout);
    return draw_sheet(tiles, layout, make_camera(arguments, runs, size), {arguments.wireframe});
}

// Another ending would be a PNG file that says it is something else; a folder has none.
void require_png(const std::string& out)
{
    const std::string ending = std::filesystem::path(out).extension().string();
    if (ending == ".png" || ending == ".PNG") return;
    throw InputError(out, "found as the picture's name; allowed: a name that ends in .png; add the ending");
}

// The one picture's name, or the sheet's.
std::string output_of(const RenderArguments& arguments)
{
    if (arguments.out.empty() == arguments.sheet.empty())
        throw InputError("render",
                         arguments.out.empty()
                             ? "no picture to write found; allowed: OUT.png, or --sheet OUT.png for "
                               "several frames or runs; give one"
                             : "OUT.png found together with --sheet; one picture is written; drop "
                               "one of them");
    return arguments.out.empty() ? arguments.sheet : arguments.out;
}

int render(const RenderArguments& arguments)
{
    const std::string out = output_of(arguments);
    require_png(out);
    if (arguments.frame >= 0 && !arguments.frames.empty())
        throw InputError("--frame",
                         "found together with --frames; one picture or a sheet of several; drop one of them");
    const PictureSize size = arguments.size.empty() ? PictureSize() : parse_size(arguments.size);
    const std::vector<Index> frames =
        arguments.frames.empty() ? std::vector<Index>() : parse_frames(arguments.frames);
    use_threads(arguments.threads);
    const std::vector<RenderRun> runs = load_runs(arguments.folder);
    PixelImage image;
    if (!frames.empty() || runs.size() > 1 || !arguments.sheet.empty()) {
        image = render_sheet(arguments, runs, frames);
    } else {
        const RenderRun& run = runs.front();
        const Index frame = arguments.frame >= 0 ? arguments.frame : run.frames().back();
        image =
            render_picture(run.scene_at(frame), make_camera(arguments, runs, size), {arguments.wireframe});
    }
    write_file_atomically(out, encode_png(image));
    return kExitDone;
}

}  // namespace

void add_render_command(CLI::App& app, int& exit_code)
{
    auto arguments = std::make_shared<RenderArguments>();
    CLI::App* command =
        app.add_subcommand("render", "Draw a frame of a run, or a sheet of frames, as a PNG file");
    command->add_option("folder", arguments->folder, "Folder of a run or of a wedge")
        ->required()
        ->type_name("DIR");
    command->add_option("out", arguments->out, "Picture to write")->type_name("OUT.png");
    command
        ->add_option("--sheet", arguments->sheet,
                     "Sheet of labelled pictures to write instead: frames, or runs of a wedge")
        ->type_name("OUT.png");
    command->add_option("--frame", arguments->frame, "Frame to draw (default: the last)")
        ->check(CLI::NonNegativeNumber)
        ->type_name("N");
    command->add_option("--frames", arguments->frames, "A sheet of frames, as in 0-60:10")
        ->type_name("A-B:STEP");
    command->add_option("--columns", arguments->columns, "Pictures in a row of the sheet (default: 4)")
        ->check(CLI::Range(1, 100))
        ->type_name("C");
    command
        ->add_option("--size", arguments->size, "Pixels of a picture (default: 1280x720, in a sheet 480x270)")
        ->type_name("WxH");
    command->add_option("--camera", arguments->camera, "Where the camera is, m (default: sees the whole run)")
        ->type_name("X,Y,Z");
    command->add_option("--target", arguments->target, "Where it looks, m (default: the middle of the run)")
        ->type_name("X,Y,Z");
    command->add_option("--fov", arguments->fov, "Angle across the longer side, degrees (default: 35)")
        ->check(CLI::Range(1.0, 150.0))
        ->type_name("DEGREES");
    command->add_flag("--wireframe", arguments->wireframe, "Draw the edges of the objects' triangles");
    add_threads_option(*command, arguments->threads);
    command->callback([arguments, &exit_code] { exit_code = guarded([&] { return render(*arguments); }); });
}

}  // namespace stiction
