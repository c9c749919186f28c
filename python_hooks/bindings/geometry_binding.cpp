#include "python_hooks/bindings/array_view.hpp"
#include "python_hooks/bindings/bindings.hpp"
#include "solver_core/io/geometry_file.hpp"

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

}  // namespace

void bind_geometry(py::module_& module)
{
    module.def("read_geometry", &read, "path"_a,
               "Points, polygons, tets, attributes and groups of a geometry file.");
}

}  // namespace stiction::python
