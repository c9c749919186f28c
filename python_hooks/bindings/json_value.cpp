#include "python_hooks/bindings/json_value.hpp"

#include "solver_core/base/error.hpp"

#include <fmt/format.h>
#include <pybind11/numpy.h>

namespace py = pybind11;

namespace stiction::python {
namespace {

constexpr int kDeepest = 64;  // a list that holds itself would never end

[[noreturn]] void refuse(const std::string& path, const std::string& found)
{
    const std::string where = path.empty() ? "scene" : path;
    throw InputError(
        where,
        fmt::format("found {}; allowed: dict, list, tuple, str, int, float, bool, None and arrays "
                    "of numbers; convert it first",
                    found),
        path);
}

template <class Number>
Json rows(const py::array_t<Number, py::array::c_style>& array, py::ssize_t dimension, const Number*& at)
{
    Json list = Json::array();
    list.get_ref<Json::array_t&>().reserve(static_cast<std::size_t>(array.shape(dimension)));
    for (py::ssize_t i = 0; i < array.shape(dimension); ++i) {
        if (dimension + 1 < array.ndim())
            list.push_back(rows(array, dimension + 1, at));
        else
            list.push_back(*at++);
    }
    return list;
}

template <class Number>
Json from_array(const py::handle& value)
{
    const auto array = py::array_t<Number, py::array::c_style | py::array::forcecast>::ensure(value);
    if (!array) throw py::error_already_set();
    const Number* at = array.data();
    if (array.ndim() == 0) return *at;
    return rows<Number>(array, 0, at);
}

Json from_array(const py::array& array, const std::string& path)
{
    switch (array.dtype().kind()) {
        case 'f': return from_array<double>(array);
        case 'i':
        case 'u': return from_array<std::int64_t>(array);
        case 'b': return from_array<bool>(array);
        default: break;
    }
    refuse(path, fmt::format("an array of {}", py::str(array.dtype()).cast<std::string>()));
}

Json from_integer(const py::handle& value)
{
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (overflow != 0) return value.cast<double>();
    return number;
}

Json convert(const py::handle& value, const std::string& path, int depth);

Json from_dict(const py::dict& dict, const std::string& path, int depth)
{
    Json object = Json::object();
    for (const auto& [key, item] : dict) {
        if (!py::isinstance<py::str>(key)) refuse(path, "a key that is not text");
        const auto name = key.cast<std::string>();
        object[name] = convert(item, path.empty() ? name : fmt::format("{}.{}", path, name), depth + 1);
    }
    return object;
}

Json from_sequence(const py::sequence& sequence, const std::string& path, int depth)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < sequence.size(); ++i)
        list.push_back(convert(sequence[i], fmt::format("{}[{}]", path, i), depth + 1));
    return list;
}

Json convert(const py::handle& value, const std::string& path, int depth)
{
    if (depth > kDeepest) refuse(path, "values inside values without end");
    if (value.is_none()) return nullptr;
    if (py::isinstance<py::bool_>(value)) return value.cast<bool>();
    if (py::isinstance<py::int_>(value)) return from_integer(value);
    if (py::isinstance<py::float_>(value)) return value.cast<double>();
    if (py::isinstance<py::str>(value)) return value.cast<std::string>();
    if (py::isinstance<py::dict>(value)) return from_dict(value.cast<py::dict>(), path, depth);
    if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))
        return from_sequence(value.cast<py::sequence>(), path, depth);
    if (py::isinstance<py::array>(value)) return from_array(value.cast<py::array>(), path);
    if (py::hasattr(value, "__fspath__")) return value.attr("__fspath__")().cast<std::string>();
    if (py::hasattr(value, "dtype") && py::hasattr(value, "item"))  // one number of numpy's
        return convert(value.attr("item")(), path, depth + 1);
    refuse(path, fmt::format("a value of type {}", Py_TYPE(value.ptr())->tp_name));
}

}  // namespace

Json to_json_value(const py::handle& value) { return convert(value, "", 0); }

py::object from_json_value(const Json& value)
{
    switch (value.type()) {
        case Json::value_t::boolean: return py::bool_(value.get<bool>());
        case Json::value_t::number_integer: return py::int_(value.get<std::int64_t>());
        case Json::value_t::number_unsigned: return py::int_(value.get<std::uint64_t>());
        case Json::value_t::number_float: return py::float_(value.get<double>());
        case Json::value_t::string: return py::str(value.get_ref<const std::string&>());
        case Json::value_t::array: {
            py::list list(value.size());
            for (std::size_t i = 0; i < value.size(); ++i) list[i] = from_json_value(value[i]);
            return std::move(list);
        }
        case Json::value_t::object: {
            py::dict dict;
            for (const auto& item : value.items()) dict[py::str(item.key())] = from_json_value(item.value());
            return std::move(dict);
        }
        default: return py::none();
    }
}

}  // namespace stiction::python
