#include "python_hooks/bindings/bindings.hpp"
#include "python_hooks/bindings/json_value.hpp"
#include "python_hooks/bindings/live_simulation.hpp"
#include "solver_core/apps/compare_caches.hpp"
#include "solver_core/base/error.hpp"

#include <fmt/format.h>

namespace py = pybind11;
using namespace py::literals;

namespace stiction::python {
namespace {

// The values of stiction.compare by their names; None is "not given".
class Given {
public:
    explicit Given(Json values) : values_(std::move(values)) {}

    std::optional<double> number(const char* name) const
    {
        const Json& value = values_.at(name);
        if (value.is_null()) return std::nullopt;
        if (!value.is_number()) refuse(name, "a number");
        return value.get<double>();
    }
    std::string text(const char* name) const
    {
        const Json& value = values_.at(name);
        if (value.is_null()) return "";
        if (!value.is_string()) refuse(name, "text");
        return value.get<std::string>();
    }
    std::optional<FrameRange> range(const char* name) const
    {
        const Json& value = values_.at(name);
        if (value.is_null()) return std::nullopt;
        const bool is_pair = value.is_array() && value.size() == 2 && value[0].is_number_integer() &&
                             value[1].is_number_integer();
        if (!is_pair || value[0] > value[1]) refuse(name, "two frame numbers, the first and the last");
        return FrameRange{value[0].get<Index>(), value[1].get<Index>()};
    }

private:
    [[noreturn]] void refuse(const char* name, const char* allowed) const
    {
        throw InputError(
            name, fmt::format("found {}; allowed: {}; correct it", values_.at(name).dump(), allowed), name);
    }

    Json values_;
};

CompareOptions options_of(const std::string& a, const std::string& b, const Given& given)
{
    CompareOptions options;
    options.a.where = a;
    options.b.where = b;
    options.a.unit = given.number("unit_a").value_or(1.0);
    options.b.unit = given.number("unit_b").value_or(1.0);
    options.a.frames = given.range("frames");
    options.b.frames = given.range("frames_b");
    if (!options.b.frames) options.b.frames = options.a.frames;
    options.a.object = options.b.object = given.text("object");
    options.a.rest = given.text("rest_a");
    options.b.rest = given.text("rest_b");
    options.a.seconds = given.number("seconds_a");
    options.b.seconds = given.number("seconds_b");
    options.fps = given.number("fps");
    options.scene = given.text("scene");
    options.collider = given.text("collider");
    options.collider_unit = given.number("collider_unit").value_or(1.0);
    options.rest_from = given.number("rest_from");
    options.rest_speed = given.number("rest_speed").value_or(options.rest_speed);
    options.contact_distance = given.number("contact_distance").value_or(options.contact_distance);
    return options;
}

py::object compare(const std::string& a, const std::string& b, const py::dict& options, int threads)
{
    const CompareOptions chosen = options_of(a, b, Given(to_json_value(options)));
    const std::unique_ptr<Executor> executor = chosen_executor(threads);
    Json json;
    {
        const py::gil_scoped_release release;
        const ExecutorScope scope(executor.get());
        json = to_json(compare_caches(chosen).comparison);
    }
    return from_json_value(json);
}

}  // namespace

void bind_compare(py::module_& module)
{
    module.def("compare", &compare, "a"_a, "b"_a, "options"_a, "threads"_a,
               "Two caches measured, as `stiction compare --json` prints it.");
}

}  // namespace stiction::python
