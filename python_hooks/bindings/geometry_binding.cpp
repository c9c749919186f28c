#include "python_hooks/bindings/array_view.hpp"
#include "python_hooks/bindings/bindings.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/io/geometry_file.hpp"
#include "solver_core/mesh/polygon_cut.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace py::literals;

namespace stiction::python {
namespace {

// Corners one after the other and how many each polygon has: one array where polygons differ in size too.
py::tuple polygons_of(const GeometryTable& table)
{
    std::vector<Index> corners, counts;
    for (const std::vector<Index>& polygon : table.polygons) {
        corners.insert(corners.end(), polygon.begin(), polygon.end());
        counts.push_back(static_cast<Index>(polygon.size()));
    }
    return py::make_tuple(numbers_of(corners), numbers_of(counts));
}

py::dict attributes_of(const GeometryTable& table)
{
    py::dict attributes;
    for (const auto& [name, attribute] : table.point_attributes) {
        py::array values = numbers_of(attribute.values);
        if (attribute.integer) values = values.attr("astype")("int64");
        if (attribute.size > 1) values = values.attr("reshape")(-1, attribute.size);
        attributes[py::str(name)] = values;
    }
    return attributes;
}

py::dict groups_of(const GeometryTable& table)
{
    py::dict groups;
    for (const auto& [name, points] : table.point_groups) groups[py::str(name)] = numbers_of(points);
    return groups;
}

py::dict read(const std::string& path)
{
    GeometryTable table;
    {
        const py::gil_scoped_release release;
        table = read_geometry(path);
    }
    const py::tuple polygons = polygons_of(table);
    return py::dict("positions"_a = copy_of(table.positions), "corners"_a = polygons[0],
                    "counts"_a = polygons[1], "tets"_a = copy_of(table.tets),
                    "attributes"_a = attributes_of(table), "groups"_a = groups_of(table));
}

py::array triangles_of(const py::array_t<double, py::array::c_style | py::array::forcecast>& positions,
                       const std::vector<Index>& corners, const std::vector<Index>& counts)
{
    if (positions.ndim() != 2 || positions.shape(1) != 3)
        throw InputError("positions", "allowed: an array of shape (points, 3); give three columns");
    Vec3Array x(static_cast<std::size_t>(positions.shape(0)));
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = Eigen::Map<const Vec3>(positions.data(static_cast<py::ssize_t>(i), 0));
    for (const Index corner : corners)
        if (corner < 0 || at(corner) >= x.size())
            throw InputError("corners", fmt::format("found point {}; allowed: 0 to {}; correct it", corner,
                                                    static_cast<std::ptrdiff_t>(x.size()) - 1));
    std::vector<Triangle> triangles;
    std::size_t first = 0;
    for (const Index count : counts) {
        if (count < 0 || at(count) > corners.size() - first)
            throw InputError("counts", fmt::format("found more than the {} corners; allowed: numbers that "
                                                   "sum to them; correct them",
                                                   corners.size()));
        cut_polygon(x, Span<const Index>(corners).subspan(first, at(count)), triangles);
        first += at(count);
    }
    return copy_of(triangles);
}

}  // namespace

void bind_geometry(py::module_& module)
{
    module.def("cut_polygons", &triangles_of, "positions"_a, "corners"_a, "counts"_a,
               "Polygons as triangles.");
    module.def("read_geometry", &read, "path"_a,
               "Points, polygons, tets, attributes and groups of a geometry file.");
}

}  // namespace stiction::python
