// Parameters of mesh generators, mesh files and meshes that stand in the scene.

#include "solver_core/scene/parameters.hpp"

#include <fmt/format.h>

namespace stiction {

namespace {

// A mesh larger than this does not fit 32-bit indices and common memory; refused before it is made.
constexpr double kMostCells = 2e7;

void check_cells(const MeshSource& mesh, const Place& place)
{
    double cells = 0.0;
    if (mesh.generator == Generator::grid) cells = double(mesh.divisions[0]) * mesh.divisions[1];
    if (mesh.generator == Generator::box)
        cells = double(mesh.divisions[0]) * mesh.divisions[1] * mesh.divisions[2];
    if (cells > kMostCells) {
        place.key("divisions")
            .refuse(fmt::format("{:.0f} cells in all", cells), fmt::format("up to {:.0f}", kMostCells),
                    "use fewer divisions");
    }
}

void check_inner_radius(const MeshSource& mesh, const Place& place, bool solid)
{
    const bool hollow = mesh.generator == Generator::hollow_ball || mesh.generator == Generator::tube;
    if (!(solid && hollow) && mesh.generator != Generator::torus) return;
    if (mesh.inner_radius < mesh.radius) return;
    place.key("inner_radius")
        .refuse(fmt::format("the number {}", mesh.inner_radius),
                fmt::format("a number below the radius, {}", mesh.radius),
                "make it smaller, or the radius larger");
}

void add_lattice_fields(SectionOf<MeshSource>& s, bool solid)
{
    if (!solid) {
        s.field("size", "Size", &MeshSource::size)
            .only({"grid"})
            .count(2)
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("length along x and z");
        s.field("divisions", "Divisions", &MeshSource::divisions)
            .only({"grid"})
            .count(2)
            .at_least(1)
            .at_most(20000)
            .help("cells along x and z");
        s.field("pattern", "Pattern", &MeshSource::pattern)
            .only({"grid"})
            .help("how cells are cut into triangles");
        s.field("seed", "Seed", &MeshSource::seed)
            .only({"grid"})
            .at_least(0)
            .at_most(4294967295.0)
            .help("chooses one of the irregular patterns");
    }
    s.field("size", "Size", &MeshSource::size)
        .only({"box"})
        .unit("m")
        .above(0)
        .at_most(1e6)
        .help("length along x, y and z");
    s.field("divisions", "Divisions", &MeshSource::divisions)
        .only({"box"})
        .at_least(1)
        .at_most(20000)
        .help("cells along x, y and z");
}

void add_round_fields(SectionOf<MeshSource>& s, const std::vector<std::string>& round, bool solid)
{
    s.field("radius", "Radius", &MeshSource::radius)
        .only(round)
        .unit("m")
        .above(0)
        .at_most(1e6)
        .help("outer radius; of a torus the radius of its middle circle");
    if (!solid) {
        s.field("radius_end", "Radius at the top", &MeshSource::radius_end)
            .only({"tube"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .fallback("as radius")
            .help("radius at the top, where it differs from the bottom: a skirt is a cone");
        s.field("inner_radius", "Radius of the section", &MeshSource::inner_radius)
            .only({"torus"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("radius of the ring's section");
    } else {
        s.field("inner_radius", "Inner radius", &MeshSource::inner_radius)
            .only({"hollow_ball", "tube", "torus"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("radius of the hollow; of a torus the radius of the ring's section");
    }
    s.field("length", "Length", &MeshSource::length)
        .only({"cylinder", "capsule", "tube"})
        .unit("m")
        .above(0)
        .at_most(1e6)
        .help("length along y, without a capsule's round ends");
    s.field("resolution", "Resolution", &MeshSource::resolution)
        .only(round)
        .at_least(3)
        .at_most(2000)
        .help("segments around");
}

// Node numbers fit 32 bits; whether a point of that number exists is the mesh's own check.
constexpr double kMostPoints = 2147483646.0;

void add_array_fields(SectionOf<MeshSource>& s, bool solid)
{
    s.field("points", "Points", &MeshSource::points)
        .only({"arrays"})
        .required()
        .unit("m")
        .within(1e6)
        .alias({"vertices", "positions"})
        .help("x, y and z of every point, before the object's transform");
    if (solid) {
        s.field("tets", "Tetrahedra", &MeshSource::tets)
            .only({"arrays"})
            .required()
            .at_least(0)
            .at_most(kMostPoints)
            .alias({"tetrahedra", "cells"})
            .help("four point numbers each, counted from 0; the fourth on the side the first three face");
    } else {
        s.field("triangles", "Triangles", &MeshSource::triangles)
            .only({"arrays"})
            .required()
            .at_least(0)
            .at_most(kMostPoints)
            .alias({"faces", "polygons"})
            .help("three point numbers each, counted from 0");
    }
}

SectionOf<MeshSource>* make_mesh_section(bool solid)
{
    auto* s = solid ? new SectionOf<MeshSource>("solid_mesh", "Mesh of a soft body",
                                                "Tetrahedra from a generator, a file or the scene itself")
                    : new SectionOf<MeshSource>("surface_mesh", "Mesh of a surface",
                                                "Triangles from a generator, a file or the scene itself");
    const std::vector<std::string> round =
        solid ? std::vector<std::string>{"sphere", "hollow_ball", "cylinder", "capsule", "tube", "torus"}
              : std::vector<std::string>{"disc", "sphere", "cylinder", "capsule", "tube", "torus"};
    std::vector<std::string> generators = round;
    generators.insert(generators.end(), {"file", "arrays", "box"});
    if (!solid) generators.push_back("grid");

    s->field("generator", "Generator", &MeshSource::generator)
        .required()
        .among(generators)
        .alias({"type", "shape"})
        .fallback("file, where a file is named; arrays, where points are given")
        .help("what makes the mesh");
    s->field("file", "File", &MeshSource::file)
        .only({"file"})
        .required()
        .alias({"path", "filename"})
        .help(solid ? "mesh file with tetrahedra, .geo or .bgeo, relative to the scene file"
                    : "mesh file with polygons, .obj, .ply, .geo or .bgeo, relative to the scene file");
    add_array_fields(*s, solid);
    add_lattice_fields(*s, solid);
    add_round_fields(*s, round, solid);
    s->set_selector("generator", {{"file", "file"}, {"points", "arrays"}});
    s->set_check([solid](const MeshSource& mesh, const Place& place) {
        check_cells(mesh, place);
        check_inner_radius(mesh, place, solid);
    });
    return s;
}

}  // namespace

const SectionOf<MeshSource>& surface_mesh_section()
{
    static const SectionOf<MeshSource>* section = make_mesh_section(false);
    return *section;
}

const SectionOf<MeshSource>& solid_mesh_section()
{
    static const SectionOf<MeshSource>* section = make_mesh_section(true);
    return *section;
}

const SectionOf<Transform>& transform_section()
{
    static const SectionOf<Transform>* section = [] {
        auto* s = new SectionOf<Transform>("transform", "Transform", "Scale, then rotate, then translate");
        s->field("translate", "Translate", &Transform::translate)
            .unit("m")
            .within(1e6)
            .alias({"position"})
            .help("where the object's origin goes");
        s->field("rotate", "Rotate", &Transform::rotate)
            .unit("degrees")
            .within(36000)
            .alias({"rotation"})
            .help("angles about x, then y, then z");
        s->field("scale", "Scale", &Transform::scale)
            .above(0)
            .at_most(1e6)
            .help("factors along x, y and z; of a mesh only, other shapes have their size");
        return s;
    }();
    return *section;
}

}  // namespace stiction
