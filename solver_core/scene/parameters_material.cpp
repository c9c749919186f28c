// Parameters of what objects are made of.

#include "solver_core/scene/parameters.hpp"
#include "solver_core/scene/preset_field.hpp"

namespace stiction {

namespace {

const SectionOf<Damping>& damping_section()
{
    static const SectionOf<Damping>* section = [] {
        auto* s = new SectionOf<Damping>("damping", "Damping", "Rayleigh damping, D = alpha M + beta K");
        s->field("mass", "Of motion", &Damping::mass)
            .unit("1/s")
            .at_least(0)
            .at_most(1e6)
            .alias({"alpha"})
            .help("alpha: slows all motion, falling too");
        s->field("stiffness", "Of strain", &Damping::stiffness)
            .unit("s")
            .at_least(0)
            .at_most(1e3)
            .alias({"beta"})
            .help("beta: slows changes of shape");
        return s;
    }();
    return *section;
}

// What the methods with finite strain know of a sheet beyond stretch and bend.
void add_finite_cloth_fields(SectionOf<ObjectSettings>& s)
{
    const std::vector<std::string> finite = {"staggered", "implicit"};
    s.field("law", "Law", [](ObjectSettings& o) -> MembraneLaw& { return o.cloth.law; })
        .used_by(finite)
        .help("how it answers large stretches");
    s.field("poisson", "Poisson's ratio", [](ObjectSettings& o) -> double& { return o.cloth.poisson; })
        .at_least(0)
        .at_most(0.49)
        .used_by(finite)
        .alias({"poissons_ratio", "nu"})
        .help("how much it narrows when stretched; 0 is what projective dynamics has");
    s.field("weft", "Weft", [](ObjectSettings& o) -> std::optional<double>& { return o.cloth.weft; })
        .unit("N/m")
        .above(0)
        .at_most(1e9)
        .used_by(finite)
        .fallback("as stretch")
        .help("orthotropic: resistance to stretching across the warp");
    s.field("shear", "Shear", [](ObjectSettings& o) -> std::optional<double>& { return o.cloth.shear; })
        .unit("N/m")
        .above(0)
        .at_most(1e9)
        .used_by(finite)
        .fallback("stretch / (2 (1 + poisson))")
        .help("orthotropic: resistance to shearing between warp and weft");
    s.field("warp", "Warp", [](ObjectSettings& o) -> Vec3& { return o.cloth.warp; })
        .within(1e6)
        .used_by(finite)
        .help("orthotropic: direction of the warp in the world at the start");
    s.nested(
         "damping", "Damping", [](ObjectSettings& o) -> Damping& { return o.cloth.damping; },
         damping_section())
        .used_by(finite)
        .help("resistance to motion and to changes of shape");
}

}  // namespace

const SectionOf<ObjectSettings>& cloth_material_section()
{
    static const SectionOf<ObjectSettings>* section = [] {
        auto* s =
            new SectionOf<ObjectSettings>("cloth_material", "Cloth material", "What a sheet is made of");
        s->add(std::make_unique<PresetField>(*s, ObjectType::cloth));
        s->field("density", "Density", [](ObjectSettings& o) -> double& { return o.cloth.density; })
            .unit("kg/m^2")
            .at_least(1e-6)
            .at_most(1e4)
            .help("mass of a square metre");
        s->field("stretch", "Stretch", [](ObjectSettings& o) -> double& { return o.cloth.stretch; })
            .unit("N/m")
            .above(0)
            .at_most(1e9)
            .alias({"stretch_stiffness"})
            .help("resistance to stretching in the sheet's plane");
        s->field("bend", "Bend", [](ObjectSettings& o) -> double& { return o.cloth.bend; })
            .unit("N m")
            .at_least(0)
            .at_most(1e6)
            .alias({"bend_stiffness", "bending"})
            .help("resistance to bending");
        s->field("strain_limit", "Free strain",
                 [](ObjectSettings& o) -> double& { return o.cloth.strain_limit; })
            .at_least(0)
            .below(1)
            .used_by({"projective"})
            .help("stretch is free while lengths stay within 1 -+ this");
        s->field("rest_flat", "Rest flat", [](ObjectSettings& o) -> bool& {
             return o.cloth.rest_flat;
         }).help("bend towards flat instead of towards the given shape");
        add_finite_cloth_fields(*s);
        return s;
    }();
    return *section;
}

const SectionOf<ObjectSettings>& soft_material_section()
{
    static const SectionOf<ObjectSettings>* section = [] {
        auto* s = new SectionOf<ObjectSettings>("soft_material", "Soft material", "What a solid is made of");
        s->add(std::make_unique<PresetField>(*s, ObjectType::soft));
        s->field("density", "Density", [](ObjectSettings& o) -> double& { return o.soft.density; })
            .unit("kg/m^3")
            .at_least(1e-3)
            .at_most(1e6)
            .help("mass of a cubic metre");
        s->field("young", "Young's modulus", [](ObjectSettings& o) -> double& { return o.soft.young; })
            .unit("Pa")
            .above(0)
            .at_most(1e12)
            .alias({"youngs_modulus", "stiffness", "e"})
            .help("stress for each unit of stretch");
        s->field("poisson", "Poisson's ratio", [](ObjectSettings& o) -> double& { return o.soft.poisson; })
            .at_least(0)
            .at_most(0.49)
            .alias({"poissons_ratio", "nu"})
            .help("how much it thins when stretched; 0.49 hardly changes its volume");
        s->field("law", "Law", [](ObjectSettings& o) -> SolidLaw& { return o.soft.law; })
            .used_by({"staggered", "implicit"})
            .help("how it answers large strains");
        s->nested(
             "damping", "Damping", [](ObjectSettings& o) -> Damping& { return o.soft.damping; },
             damping_section())
            .used_by({"staggered", "implicit"})
            .help("resistance to motion and to changes of shape");
        return s;
    }();
    return *section;
}

}  // namespace stiction
