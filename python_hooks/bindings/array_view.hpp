#pragma once

// Arrays of numpy over memory of ours. They cannot be written to, and keep `owner` alive as long as they live.

#include "solver_core/base/span.hpp"
#include "solver_core/base/types.hpp"

#include <pybind11/numpy.h>

#include <vector>

namespace stiction::python {

template <class Number>
pybind11::array view_of(const Number* data, std::vector<pybind11::ssize_t> shape,
                        const pybind11::handle& owner)
{
    pybind11::array_t<Number> array(std::move(shape), data, owner);
    array.attr("setflags")(pybind11::arg("write") = false);
    return std::move(array);
}

// Vec3, Triangle, Tet: packed rows.
template <class Row>
pybind11::array view_of(Span<const Row> rows, const pybind11::handle& owner)
{
    constexpr auto kColumns = pybind11::ssize_t(Row::RowsAtCompileTime);
    static_assert(sizeof(Row) == kColumns * sizeof(typename Row::Scalar));
    // An empty vector has no address, and numpy would then allocate memory of its own.
    static const typename Row::Scalar nothing = 0;
    const auto* data = rows.size() == 0 ? &nothing : rows.begin()->data();
    return view_of(data, {pybind11::ssize_t(rows.size()), kColumns}, owner);
}

// Copies, for what does not stay where it is.
template <class Row>
pybind11::array copy_of(const std::vector<Row>& rows)
{
    return pybind11::array_t<typename Row::Scalar>(
        {pybind11::ssize_t(rows.size()), pybind11::ssize_t(Row::RowsAtCompileTime)},
        rows.empty() ? nullptr : rows.front().data());
}
template <class Number>
pybind11::array numbers_of(const std::vector<Number>& numbers)
{
    return pybind11::array_t<Number>(pybind11::ssize_t(numbers.size()), numbers.data());
}

}  // namespace stiction::python
