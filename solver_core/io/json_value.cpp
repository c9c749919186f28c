#include "solver_core/io/json_value.hpp"

#include <cmath>

namespace stiction {
namespace {

bool same_real(double a, double b)
{
    return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

}  // namespace

bool JsonValue::is_list() const { return as<Array>() || as<Integers>() || as<Reals>() || as<Booleans>(); }

std::size_t JsonValue::list_size() const
{
    if (const auto* list = as<Array>()) return list->size();
    if (const auto* list = as<Integers>()) return list->size();
    if (const auto* list = as<Reals>()) return list->size();
    if (const auto* list = as<Booleans>()) return list->size();
    return 0;
}

JsonValue JsonValue::element(std::size_t i) const
{
    if (const auto* list = as<Array>()) return (*list)[i];
    if (const auto* list = as<Integers>()) return {(*list)[i], offset};
    if (const auto* list = as<Reals>()) return {(*list)[i], offset};
    if (const auto* list = as<Booleans>()) return {(*list)[i] != 0, offset};
    return {};
}

const JsonValue* JsonValue::find(const char* name) const
{
    if (const auto* map = as<Map>())
        for (const auto& [key, value] : *map)
            if (key == name) return &value;
    return nullptr;
}

const char* JsonValue::kind() const
{
    static const char* const kNames[] = {"null",   "a boolean", "an integer", "a real number", "text",
                                         "a list", "a map",     "a list",     "a list",        "a list"};
    return kNames[data.index()];
}

bool operator==(const JsonValue& a, const JsonValue& b)
{
    if (a.data.index() != b.data.index()) return false;
    if (const double* x = a.as<double>()) return same_real(*x, *b.as<double>());
    if (const auto* x = a.as<JsonValue::Reals>()) {
        const auto& y = *b.as<JsonValue::Reals>();
        if (x->size() != y.size()) return false;
        for (std::size_t i = 0; i < y.size(); ++i)
            if (!same_real((*x)[i], y[i])) return false;
        return true;
    }
    return a.data == b.data;
}

template <class List, class Scalar>
bool JsonListBuilder::add_packed(const JsonValue& value)
{
    const Scalar* scalar = value.as<Scalar>();
    if (!scalar) return false;
    if (list_.list_size() == 0) list_.data = List();
    List* list = std::get_if<List>(&list_.data);
    if (!list) return false;
    list->push_back(*scalar);
    return true;
}

void JsonListBuilder::unpack()
{
    if (list_.as<JsonValue::Array>()) return;
    JsonValue::Array elements;
    elements.reserve(list_.list_size() + 1);
    for (std::size_t i = 0; i < list_.list_size(); ++i) elements.push_back(list_.element(i));
    list_.data = std::move(elements);
}

void JsonListBuilder::add(JsonValue value)
{
    if (add_packed<JsonValue::Integers, std::int64_t>(value)) return;
    if (add_packed<JsonValue::Reals, double>(value)) return;
    if (add_packed<JsonValue::Booleans, bool>(value)) return;
    unpack();
    std::get<JsonValue::Array>(list_.data).push_back(std::move(value));
}

JsonValue JsonListBuilder::finish(std::size_t offset)
{
    list_.offset = offset;
    JsonValue finished = std::move(list_);
    list_ = {JsonValue::Array(), 0};
    return finished;
}

}  // namespace stiction
