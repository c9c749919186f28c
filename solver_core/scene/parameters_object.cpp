// Parameters of objects: cloth, soft bodies, colliders.

#include "solver_core/scene/parameters.hpp"

namespace stiction {

namespace {

const SectionOf<MeshSequence>& sequence_section()
{
    static const SectionOf<MeshSequence>* section = [] {
        auto* s = new SectionOf<MeshSequence>(
            "sequence", "Mesh sequence", "Files of a deforming mesh: the points move, the polygons stay");
        s->field("files", "Files", &MeshSequence::files)
            .required()
            .help("file name with one number in it, as in body.%04d.obj, relative to the scene file");
        s->field("first", "First", &MeshSequence::first)
            .at_least(-1000000)
            .at_most(1000000)
            .help("number of the first file, which is at time 0");
        s->field("last", "Last", &MeshSequence::last)
            .at_least(-1000000)
            .at_most(1000000)
            .help("number of the last file");
        s->field("fps", "Files a second", &MeshSequence::fps)
            .unit("1/s")
            .above(0)
            .at_most(1e5)
            .help("how fast the files follow each other");
        s->set_check([](const MeshSequence& sequence, const Place& place) {
            if (sequence.last < sequence.first) {
                place.key("last").refuse("a number below \"first\"", "\"first\" or more", "swap the two");
            }
        });
        return s;
    }();
    return *section;
}

const SectionOf<Variation>& variation_section()
{
    static const SectionOf<Variation>* section = [] {
        auto* s = new SectionOf<Variation>(
            "variation", "Variation over an object",
            "Numbers that multiply the object's own values at its points or in its triangles or tets");
        s->field("friction", "Friction", &Variation::friction)
            .at_least(0)
            .at_most(1000)
            .omitted_empty()
            .fallback("1 everywhere")
            .help(
                "one number a point; a contact's coefficient is that of the two objects times what its "
                "points on either side have, by their shares in the contact; under another friction_rule "
                "than "
                "product only 1 is allowed");
        s->field("mass", "Mass", &Variation::mass)
            .at_least(1e-6)
            .at_most(1e6)
            .omitted_empty()
            .fallback("1 everywhere")
            .help("one number a point; multiplies the mass that density gives the point");
        s->field("stiffness", "Stiffness", &Variation::stiffness)
            .at_least(1e-6)
            .at_most(1e6)
            .omitted_empty()
            .fallback("1 everywhere")
            .help(
                "one number a triangle or tet; multiplies stretch, weft and shear, or young; bending stays");
        return s;
    }();
    return *section;
}

const SectionOf<SurfaceSettings>& surface_section()
{
    static const SectionOf<SurfaceSettings>* section = [] {
        auto* s = new SectionOf<SurfaceSettings>(
            "surface", "Touched surface",
            "The surface that others touch: a smooth one through samples, or the triangles");
        s->field("gaps", "Gaps", &SurfaceSettings::gaps)
            .help("what distances are measured to; of two soft bodies, triangles where one of them says so");
        s->field("kernel", "Kernel", &SurfaceSettings::kernel).help("how samples are blended");
        s->field("radius", "Radius", &SurfaceSettings::radius)
            .at_least(0.3)
            .at_most(20)
            .help("radius of influence of a sample, in longest edges of the mesh or in spacings of points");
        s->field("epsilon", "Closeness", &SurfaceSettings::epsilon)
            .above(0)
            .at_most(1)
            .help("of the interpolating kernels: small passes closely through the samples");
        s->field("edges", "Edges", &SurfaceSettings::edges).help("what becomes of sharp edges");
        s->field("crease_angle", "Crease angle", &SurfaceSettings::crease_angle)
            .unit("degrees")
            .above(0)
            .below(180)
            .help("edges that turn by more than this are sharp");
        return s;
    }();
    return *section;
}

SectionOf<FillSettings>* make_fill_section(bool solid)
{
    auto* s = new SectionOf<FillSettings>(
        solid ? "solid_fill" : "sheet_fill", solid ? "Fill of a soft body" : "Fill of a sheet",
        solid ? "What a soft body is full of: it resists a change of volume"
              : "What a closed sheet is full of: it resists a change of volume");
    s->field("law", "Law", &FillSettings::law).help("how pressure answers a change of volume");
    if (solid) s->field("part", "Part", &FillSettings::part).help("which volume it is");
    s->field("compression", "Compression", &FillSettings::compression)
        .unit("1/atm")
        .above(0)
        .at_most(1e6)
        .alias({"kappa_v", "compressibility"})
        .help("share of the volume that one atmosphere takes away: 1 for air, 4.6e-5 for water");
    s->field("pressure", "Pressure", &FillSettings::pressure)
        .unit("atm")
        .within(1e6)
        .help("pressure at the start, above that outside: a ball that is pumped up");
    s->field("core", "Core", &FillSettings::core)
        .omitted_empty()
        .fallback("nothing inside")
        .help("name of a closed object inside that takes up room: the rim in a tyre, a body in its suit");
    return s;
}

const SectionOf<FillSettings>& fill_section(bool solid)
{
    static const SectionOf<FillSettings>*sheet = make_fill_section(false), *body = make_fill_section(true);
    return solid ? *body : *sheet;
}

ObjectSettings& itself(ObjectSettings& object) { return object; }

void add_motion_fields(SectionOf<ObjectSettings>& s)
{
    const std::vector<std::string> deformable = {"cloth", "soft"};
    s.field("velocity", "Velocity", &ObjectSettings::velocity)
        .only(deformable)
        .unit("m/s")
        .within(1e4)
        .help("velocity at the start");
    s.field("spin", "Spin", &ObjectSettings::spin)
        .only(deformable)
        .unit("degrees/s")
        .within(1e6)
        .help("turn about the centre of mass at the start");
    s.field("air_drag", "Air drag", &ObjectSettings::air_drag)
        .only(deformable)
        .unit("N s/m^3")
        .at_least(0)
        .at_most(1e4)
        .help(
            "force of the air for each unit of surface and of speed against it; the scene's wind moves the "
            "air");
    s.field("self_contact", "Self-contact", &ObjectSettings::self_contact)
        .only(deformable)
        .help("contact of the object with itself");
    s.nested("variation", "Variation", &ObjectSettings::variation, variation_section())
        .only(deformable)
        .fallback("the same all over")
        .help("friction, mass and stiffness that differ from place to place");
    s.nested("pins", "Pins", &ObjectSettings::pins, pin_section())
        .only(deformable)
        .help("points held, or moved along");
    s.nested(
         "motion", "Motion", [](ObjectSettings& o) -> MotionSettings& { return o.collider.motion; },
         motion_section())
        .only({"collider"})
        .help("how the collider moves");
}

}  // namespace

const SectionOf<ObjectSettings>& shape_section()
{
    static const SectionOf<ObjectSettings>* section = [] {
        auto* s = new SectionOf<ObjectSettings>("shape", "Shape of a collider",
                                                "A simple shape about the origin, a mesh, or points");
        s->field("type", "Type", [](ObjectSettings& o) -> ShapeType& { return o.collider.shape; })
            .required()
            .help("which shape");
        s->field("radius", "Radius", [](ObjectSettings& o) -> double& { return o.collider.radius; })
            .only({"sphere", "capsule", "cylinder"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("radius of the shape");
        s->field("length", "Length", [](ObjectSettings& o) -> double& { return o.collider.length; })
            .only({"capsule", "cylinder"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("length along y, without a capsule's round ends");
        s->field("size", "Size", [](ObjectSettings& o) -> Vec3& { return o.collider.size; })
            .only({"box"})
            .unit("m")
            .above(0)
            .at_most(1e6)
            .help("length along x, y and z");
        s->nested("mesh", "Mesh", &ObjectSettings::mesh, surface_mesh_section())
            .only({"mesh"})
            .required()
            .help("the triangles");
        s->nested(
             "sequence", "Sequence",
             [](ObjectSettings& o) -> std::optional<MeshSequence>& { return o.collider.sequence; },
             sequence_section())
            .only({"mesh"})
            .fallback("the mesh keeps its shape")
            .help("files that move the mesh's points");
        s->field("file", "File", [](ObjectSettings& o) -> std::string& { return o.collider.points; })
            .only({"points"})
            .required()
            .alias({"path", "filename", "points"})
            .help("points with normals, .ply, .obj, .geo or .bgeo, relative to the scene file");
        s->nested("surface", "Surface", &ObjectSettings::surface, surface_section())
            .only({"mesh", "points"})
            .used_by({"staggered", "implicit"})
            .help("the surface that is touched");
        s->set_selector("type");
        return s;
    }();
    return *section;
}

const SectionOf<ObjectSettings>& object_section()
{
    static const SectionOf<ObjectSettings>* section = [] {
        auto* s =
            new SectionOf<ObjectSettings>("object", "Object", "Something that moves, or that others touch");
        s->field("name", "Name", &ObjectSettings::name)
            .required()
            .help("1 to 64 letters, digits, - and _; names its files and stands in messages");
        s->field("type", "Type", &ObjectSettings::type).required().help("what the object is");
        s->nested("mesh", "Mesh", &ObjectSettings::mesh, surface_mesh_section())
            .only({"cloth"})
            .required()
            .help("the triangles");
        s->nested("mesh", "Mesh", &ObjectSettings::mesh, solid_mesh_section())
            .only({"soft"})
            .required()
            .help("the tetrahedra");
        s->nested("shape", "Shape", itself, shape_section())
            .only({"collider"})
            .required()
            .help("the shape of the obstacle");
        s->nested("transform", "Transform", &ObjectSettings::transform, transform_section())
            .help("placement in the world at the start");
        // Before friction, which a preset sets too.
        s->nested("material", "Material", itself, cloth_material_section())
            .only({"cloth"})
            .help("what the sheet is made of");
        s->nested("material", "Material", itself, soft_material_section())
            .only({"soft"})
            .help("what the solid is made of");
        s->field("friction", "Friction", &ObjectSettings::friction)
            .at_least(0)
            .at_most(10)
            .alias({"mu"})
            .help("coefficient mu; two objects combine by contact.friction_rule");
        s->field("thickness", "Thickness", &ObjectSettings::thickness)
            .only({"cloth"})
            .unit("m")
            .above(0)
            .at_most(100)
            .help("thickness of the sheet; it touches at half of it");
        s->field("thickness", "Thickness", &ObjectSettings::thickness)
            .only({"soft", "collider"})
            .unit("m")
            .at_least(0)
            .at_most(100)
            .help("skin around the surface; it touches at half of it");
        s->nested("surface", "Surface", &ObjectSettings::surface, surface_section())
            .only({"soft"})
            .used_by({"staggered", "implicit"})
            .help("the surface that others touch");
        s->nested("fill", "Fill", &ObjectSettings::fill, fill_section(false))
            .only({"cloth"})
            .used_by({"implicit"})
            .help("what it encloses");
        s->nested("fill", "Fill", &ObjectSettings::fill, fill_section(true))
            .only({"soft"})
            .used_by({"implicit"})
            .help("what it encloses, or is");
        add_motion_fields(*s);
        s->set_selector("type");
        s->set_prototype([](const std::string& type) {
            for (const Choice<ObjectType>& choice : choices_of(ObjectType{})) {
                if (type == choice.name) return make_object(choice.value);
            }
            return ObjectSettings{};
        });
        return s;
    }();
    return *section;
}

}  // namespace stiction
