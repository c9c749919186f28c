#include "python_hooks/bindings/array_view.hpp"
#include "python_hooks/bindings/bindings.hpp"
#include "python_hooks/bindings/json_value.hpp"
#include "python_hooks/bindings/live_simulation.hpp"
#include "solver_core/base/error.hpp"
#include "solver_core/base/hash.hpp"
#include "solver_core/scene/choices.hpp"
#include "solver_core/sim/contact_list.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;
using namespace py::literals;

namespace stiction::python {
namespace {

using Live = std::shared_ptr<LiveSimulation>;
using Points = py::array_t<double, py::array::c_style | py::array::forcecast>;

const ObjectRange& object_of(const Live& live, std::size_t object)
{
    const auto& objects = live->simulation().model.objects;
    if (object >= objects.size()) throw py::index_error("no such object");
    return objects[object];
}

// An object's share of one of the arrays over all nodes; -1: all of it.
py::array nodal_view(const Live& live, const Vec3Array& values, int object)
{
    Span<const Vec3> rows(values);
    if (object >= 0) {
        const ObjectRange& range = object_of(live, static_cast<std::size_t>(object));
        rows = rows.subspan(static_cast<std::size_t>(range.first_node),
                            static_cast<std::size_t>(range.node_count));
    }
    return view_of(rows, py::cast(live));
}

py::array masses(const Live& live, std::size_t object)
{
    const ObjectRange& range = object_of(live, object);
    return view_of(live->simulation().model.mass.data() + range.first_node, {range.node_count},
                   py::cast(live));
}

py::array pinned(const Live& live, std::size_t object)
{
    const ObjectRange& range = object_of(live, object);
    std::vector<Index> points;
    for (const PinGroup& pin : live->simulation().model.pins)
        for (const Index node : pin.nodes)
            if (node >= range.first_node && node < range.first_node + range.node_count)
                points.push_back(node - range.first_node);
    std::sort(points.begin(), points.end());
    return numbers_of(points);
}

struct Nodes {
    Index first = 0;
    Index count = 0;
};

Nodes nodes_of(const Live& live, int object)
{
    if (object < 0) return {0, live->simulation().model.node_count};
    const ObjectRange& range = object_of(live, static_cast<std::size_t>(object));
    return {range.first_node, range.node_count};
}

// Rows of three numbers, one for each node.
Vec3Array checked_points(const Points& values, Index count, const char* what)
{
    const bool fits = values.ndim() == 2 && values.shape(0) == count && values.shape(1) == 3;
    if (!fits) {
        std::vector<std::string> shape;
        for (py::ssize_t i = 0; i < values.ndim(); ++i) shape.push_back(std::to_string(values.shape(i)));
        throw InputError(what,
                         fmt::format("found an array of shape ({}); allowed: ({}, 3), a row for each point; "
                                     "give all of them",
                                     join_names(shape, ", "), count));
    }
    Vec3Array points(static_cast<std::size_t>(count));
    std::copy(values.data(), values.data() + 3 * std::size_t(count),
              points.empty() ? nullptr : points[0].data());
    return points;
}

py::dict contacts(const Live& live)
{
    const ContactList list = list_contacts(live->settled("contacts"));
    std::vector<std::int8_t> kind, mode;
    for (const ContactKind k : list.kind) kind.push_back(static_cast<std::int8_t>(k));
    for (const ContactMode m : list.mode) mode.push_back(static_cast<std::int8_t>(m));
    py::dict columns;
    columns["kind"] = numbers_of(kind);
    columns["mode"] = numbers_of(mode);
    columns["points"] = copy_of(list.point);
    columns["normals"] = copy_of(list.normal);
    columns["impulses"] = copy_of(list.impulse);
    columns["velocities"] = copy_of(list.velocity);
    columns["gaps"] = numbers_of(list.gap);
    columns["mu"] = numbers_of(list.mu);
    columns["object_a"] = numbers_of(list.object_a);
    columns["object_b"] = numbers_of(list.object_b);
    columns["node_a"] = numbers_of(list.node_a);
    return columns;
}

std::vector<std::string> contact_kinds()
{
    std::vector<std::string> names;
    for (const ContactKind kind :
         {ContactKind::vertex_obstacle, ContactKind::face_obstacle, ContactKind::vertex_face,
          ContactKind::edge_edge, ContactKind::vertex_smooth})
        names.emplace_back(to_string(kind));
    return names;
}

std::vector<std::string> contact_modes()
{
    std::vector<std::string> names;
    for (const ContactMode mode : {ContactMode::take_off, ContactMode::stick, ContactMode::slip})
        names.emplace_back(to_string(mode));
    return names;
}

py::dict run(const Live& live, std::optional<Index> first, std::optional<Index> last,
             const std::string& folder, bool resume, bool longer, const py::object& on_frame,
             const py::object& on_step)
{
    const RunResult result = live->run({first, last, longer, folder, resume, on_frame, on_step});
    return py::dict("status"_a = to_string(result.status), "was_done"_a = result.was_done,
                    "summary"_a = from_json_value(result.summary));
}

py::list object_table(const Live& live)
{
    py::list rows;
    for (const ObjectRange& object : live->simulation().model.objects)
        rows.append(py::make_tuple(object.name, name_of(object.type)));
    return rows;
}

std::vector<std::string> scene_names(const Live& live)
{
    std::vector<std::string> names;
    for (const ObjectSettings& object : live->simulation().scene.objects) names.push_back(object.name);
    return names;
}

double time_of(const Live& live)
{
    const Simulation& simulation = live->simulation();
    return static_cast<double>(simulation.state.step) * simulation.model.step;
}

using Class = py::class_<LiveSimulation, Live>;

void bind_arrays(Class& simulation)
{
    simulation
        .def(
            "positions", [](const Live& l, int o) { return nodal_view(l, l->simulation().state.x, o); },
            "object"_a, "Live positions of an object, of all of them for -1.")
        .def(
            "velocities", [](const Live& l, int o) { return nodal_view(l, l->simulation().state.v, o); },
            "object"_a, "Live velocities.")
        .def(
            "rest_positions", [](const Live& l, int o) { return nodal_view(l, l->simulation().model.x0, o); },
            "object"_a, "Positions at the start, which are the rest shape.")
        .def("masses", &masses, "object"_a, "Mass of every point, kg.")
        .def(
            "triangles",
            [](const Live& l, std::size_t o) {
                object_of(l, o);
                return view_of(Span<const Triangle>(l->triangles(o)), py::cast(l));
            },
            "object"_a, "Surface triangles in the object's own point numbers.")
        .def(
            "tets",
            [](const Live& l, std::size_t o) {
                object_of(l, o);
                return view_of(Span<const Tet>(l->tets(o)), py::cast(l));
            },
            "object"_a, "Tetrahedra in the object's own point numbers.")
        .def("pinned", &pinned, "object"_a, "Numbers of the points that are held or moved.")
        .def(
            "set_positions",
            [](const Live& l, int o, const Points& x) {
                const Nodes nodes = nodes_of(l, o);
                l->set_positions(nodes.first, checked_points(x, nodes.count, "positions"));
            },
            "object"_a, "positions"_a, "Put points elsewhere.")
        .def(
            "set_velocities",
            [](const Live& l, int o, const Points& v) {
                const Nodes nodes = nodes_of(l, o);
                l->set_velocities(nodes.first, checked_points(v, nodes.count, "velocities"));
            },
            "object"_a, "velocities"_a, "Give points other velocities.")
        .def("contacts", &contacts, "Columns of the contacts of the last step.");
}

}  // namespace

void bind_simulation(py::module_& module)
{
    module.def("contact_kinds", &contact_kinds, "Words for the numbers in the column kind.");
    module.def("contact_modes", &contact_modes, "Words for the numbers in the column mode.");

    Class simulation(module, "LiveSimulation", "A simulation under way; stiction.Simulation wraps it.");
    simulation
        .def(py::init<SceneDocument&, int>(), "scene"_a, "threads"_a,
             "Build the model; 0 threads: all cores.")
        .def("step", &LiveSimulation::step, "record_iterations"_a, "One step.")
        .def("run", &run, "first"_a, "last"_a, "folder"_a, "resume"_a, "longer"_a, "on_frame"_a, "on_step"_a,
             "Steps up to frame `last`; a folder is written where one is named.")
        .def(
            "save", [](const Live& l) { return py::bytes(l->save()); }, "The bytes of a checkpoint file.")
        .def(
            "restore",
            [](const Live& l, const py::bytes& bytes, const std::string& name) { l->restore(bytes, name); },
            "bytes"_a, "name"_a, "Back to what was saved.")
        .def(
            "summary",
            [](const Live& l, const std::string& status) {
                return from_json_value(summarize(l->settled("summary"), status));
            },
            "status"_a, "As summary.json.")
        .def(
            "state_hash", [](const Live& l) { return hash_hex(state_hash(l->settled("state_hash").state)); },
            "Hash of every bit of the state.")
        .def("objects", &object_table, "Name and type of every deformable object.")
        .def("scene_names", &scene_names, "Names of all objects in the scene's order.")
        .def_property_readonly("time", &time_of, "Simulated time, s.")
        .def_property_readonly(
            "steps", [](const Live& l) { return l->simulation().state.step; }, "Steps done.")
        .def_property_readonly(
            "step_size", [](const Live& l) { return l->simulation().model.step; }, "Time step, s.")
        .def_property_readonly(
            "steps_per_frame", [](const Live& l) { return l->simulation().scene.time.steps_per_frame; },
            "Steps between two frames.")
        .def_property_readonly(
            "frames", [](const Live& l) { return l->simulation().scene.time.frames; },
            "Frames of a whole run.")
        .def_property_readonly("threads", &LiveSimulation::threads, "Threads it computes on.")
        .def_property_readonly("report", &LiveSimulation::last_report, "Report of the last step, or None.");
    bind_arrays(simulation);
}

}  // namespace stiction::python
