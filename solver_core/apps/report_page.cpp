#include "solver_core/apps/report_page.hpp"

#include "solver_core/apps/report_encode.hpp"
#include "solver_core/apps/report_parameters.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/base64.hpp"
#include "solver_core/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stiction {
namespace {

using Json = nlohmann::ordered_json;

std::string escape_html(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

// JSON inside a script element: "</script>" and "<!--" must not appear in it.
std::string script_json(const Json& json)
{
    std::string out;
    for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
        out += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return out;
}

// Runs of one scene are told apart by their folders; equal folder names get a number.
std::vector<std::string> labels_of(const std::vector<EncodedRun>& runs)
{
    std::vector<std::string> labels;
    for (const EncodedRun& run : runs) {
        const std::string name = run.json["label"];
        std::string label = name;
        for (int n = 2; std::count(labels.begin(), labels.end(), label) > 0; ++n)
            label = fmt::format("{} ({})", name, n);
        labels.push_back(label);
    }
    return labels;
}

std::string default_title(const std::vector<ReportRun>& runs)
{
    std::vector<std::string> names;
    for (const ReportRun& run : runs)
        if (std::count(names.begin(), names.end(), run.scene.name) == 0) names.push_back(run.scene.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

Json parameter_rows(const std::vector<ReportRun>& runs)
{
    std::vector<const Scene*> scenes;
    for (const ReportRun& run : runs) scenes.push_back(run.is_foreign ? nullptr : &run.scene);
    Json rows = Json::array();
    for (const ParameterRow& row : differing_parameters(scenes))
        rows.push_back({{"path", row.path}, {"values", row.values}});
    return rows;
}

// What the page shows without scripts and without 3D.
std::string figure(const ReportRun& run, const std::string& label)
{
    return fmt::format(
        "<figure class=\"still\"><img alt=\"{0}: last frame\" src=\"data:image/png;base64,{2}\">"
        "<figcaption>{0}: {1}</figcaption></figure>\n",
        escape_html(label), escape_html(run.scene.description), encode_base64(run.picture));
}

struct PageParts {
    std::string title, figures, json, data;
};

PageParts page_parts(const std::vector<ReportRun>& runs, const PageOptions& options, std::size_t stride)
{
    std::vector<EncodedRun> encoded;
    for (const ReportRun& run : runs) encoded.push_back(encode_report_run(run, stride));
    const std::vector<std::string> labels = labels_of(encoded);
    PageParts parts;
    parts.title = options.title.empty() ? default_title(runs) : options.title;
    Json json = {{"format", 1}, {"program", fmt::format("stiction {}", program_version())}};
    json["title"] = parts.title;
    json["note"] = options.note;
    json["stride"] = stride;
    json["parameters"] = parameter_rows(runs);
    if (!options.comparison.is_null()) json["comparison"] = options.comparison;
    if (!options.wedge.is_null()) json["wedge"] = options.wedge;
    json["runs"] = Json::array();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        encoded[i].json["label"] = labels[i];
        json["runs"].push_back(std::move(encoded[i].json));
        parts.figures += figure(runs[i], labels[i]);
        parts.data +=
            fmt::format("<script type=\"text/plain\" id=\"run-data-{}\">{}</script>\n", i, encoded[i].data);
    }
    parts.json = script_json(json);
    return parts;
}

std::string fill(std::string_view text, const PageParts& parts)
{
    const std::pair<std::string_view, std::string> places[] = {
        {"<!--stiction:title-->", escape_html(parts.title)},
        {"<!--stiction:figures-->", parts.figures},
        {"<!--stiction:data-->",
         fmt::format("<script type=\"application/json\" id=\"report-data\">{}</script>\n{}", parts.json,
                     parts.data)},
    };
    std::string out;
    while (!text.empty()) {
        std::size_t nearest = text.size();
        const std::pair<std::string_view, std::string>* place = nullptr;
        for (const auto& candidate : places) {
            const std::size_t at = text.find(candidate.first);
            if (at < nearest) {
                nearest = at;
                place = &candidate;
            }
        }
        out += text.substr(0, nearest);
        if (place == nullptr) break;
        out += place->second;
        text.remove_prefix(nearest + place->first.size());
    }
    return out;
}

}  // namespace

Page build_page(const std::vector<ReportRun>& runs, const PageOptions& options, std::string_view text)
{
    std::size_t most_frames = 0;
    for (const ReportRun& run : runs) most_frames = std::max(most_frames, run.frames.size());
    Page page;
    for (;;) {
        page.html = fill(text, page_parts(runs, options, page.stride));
        if (page.html.size() <= options.most_bytes) return page;
        if (page.stride >= most_frames) break;
        // Sizes fall a little slower than the number of frames, so a jump by the ratio does not overshoot.
        const std::size_t ratio = page.html.size() / options.most_bytes;
        page.stride = std::min(most_frames, std::max(page.stride + 1, page.stride * ratio));
    }
    page.is_too_large = true;
    return page;
}

}  // namespace stiction
