#include "solver_core/sim/stats_json.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <iterator>

namespace stiction {
namespace {

void append_number(const char* key, double value, std::string& text)
{
    if (std::isfinite(value))
        fmt::format_to(std::back_inserter(text), "\"{}\":{}", key, value);
    else
        fmt::format_to(std::back_inserter(text), "\"{}\":null", key);
}

}  // namespace

void append_stats_line(const StepReport& report, std::string& text)
{
    const StepStats& stats = report.stats;
    const auto number = [&](const char* key, double value) {
        text += ',';
        append_number(key, value, text);
    };
    fmt::format_to(std::back_inserter(text), "{{\"step\":{}", report.step);
    number("time", report.time);
    fmt::format_to(
        std::back_inserter(text),
        ",\"status\":\"{}\",\"iterations\":{},\"linear_iterations\":{},\"contacts\":{{\"external\":{},"
        "\"self\":{},\"sticking\":{},\"sliding\":{},\"together\":{},\"held_back\":{},\"moved_as_one\":{},"
        "\"candidates\":{}}}",
        to_string(report.status), stats.iterations, stats.linear_iterations, stats.contacts_external,
        stats.contacts_self, stats.sticking, stats.sliding, stats.together, stats.held_back,
        stats.moved_as_one, stats.candidates);
    number("friction_residual", stats.friction_residual);
    number("alart_curnier", stats.alart_curnier);
    number("penetration_max", stats.penetration_max);
    if (stats.creep) number("creep", *stats.creep);
    if (stats.creep_limit) number("creep_limit", *stats.creep_limit);
    if (!stats.worst_contact.empty()) {
        text += ",\"worst_contact\":" + nlohmann::json(stats.worst_contact).dump();
        number("worst_violation", stats.worst_violation);
    }
    if (!stats.reason.empty()) text += ",\"reason\":" + nlohmann::json(stats.reason).dump();
    if (!stats.fills.empty()) {
        text += ",\"fills\":{";
        for (std::size_t i = 0; i < stats.fills.size(); ++i) {
            text += (i > 0 ? "," : "") + nlohmann::json(stats.fills[i].object).dump() + ":{";
            append_number("volume_change", stats.fills[i].volume_change, text);
            number("pressure", stats.fills[i].pressure);
            text += '}';
        }
        text += '}';
    }
    text += ",\"energy\":{";
    append_number("kinetic", stats.energy.kinetic, text);
    number("elastic", stats.energy.elastic);
    number("gravity", stats.energy.gravity);
    text += "},\"ms\":{";
    append_number("detect", stats.ms.detect, text);
    number("assemble", stats.ms.assemble);
    number("solve", stats.ms.solve);
    number("guard", stats.ms.guard);
    number("commit", stats.ms.commit);
    number("total", stats.ms.total);
    text += "}}\n";
}

StatsLine parse_stats_line(const std::string& line, const std::string& name_for_messages)
{
    const nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    const auto step = object.is_object() ? object.find("step") : object.end();
    if (step == object.end() || !step->is_number_integer())
        throw InputError(name_for_messages, "not a line of step statistics (no integer \"step\")");
    StatsLine result;
    result.step = step->get<std::int64_t>();
    const auto ms = object.find("ms");
    if (ms != object.end() && ms->is_object()) {
        const auto total = ms->find("total");
        if (total != ms->end() && total->is_number()) result.milliseconds = total->get<double>();
    }
    return result;
}

std::optional<double> StatsFile::open_after(std::int64_t steps)
{
    double milliseconds = 0.0;
    std::uint64_t size = 0;
    if (steps > 0) {
        const std::vector<std::string> lines = read_lines(path_);
        if (static_cast<std::int64_t>(lines.size()) < steps) return std::nullopt;
        for (std::int64_t i = 0; i < steps; ++i) {
            const std::string& text = lines[static_cast<std::size_t>(i)];
            try {
                const StatsLine line = parse_stats_line(text, path_);
                if (line.step != i + 1) return std::nullopt;
                milliseconds += line.milliseconds;
            } catch (const InputError&) {
                return std::nullopt;
            }
            size += text.size() + 1;
        }
    }
    file_ = open_file(path_, O_WRONLY | O_CREAT | O_APPEND);
    if (!file_.valid()) throw_write_error(path_, "cannot open the file to append to it", errno);
    if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0)
        throw_write_error(path_, "cannot cut the file back", errno);
    return milliseconds;
}

void StatsFile::append(const StepReport& report)
{
    line_.clear();
    append_stats_line(report, line_);
    if (write_all(file_.get(), line_.data(), line_.size()) != line_.size())
        throw_write_error(path_, "cannot append a line", errno);
}

void StatsFile::sync()
{
    if (::fsync(file_.get()) != 0) throw_write_error(path_, "cannot sync the file", errno);
}

}  // namespace stiction
