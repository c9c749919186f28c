// Solids. Poisson's ratio stops at 0.49, where a corotational solid of linear tetrahedra still bends; the materials
// themselves are closer to 0.5.

#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/preset_rubber.hpp"
#include "solver_core/scene/textile_units.hpp"

#include <cmath>

namespace stiction {
namespace {

using namespace units;

constexpr const char* kExperience = "engineering estimate";
constexpr const char* kWound =
    "Int. Wound J. 15 (2018) 402, table 3: constants of a finite element model of a body on a mattress";
constexpr const char* kIcru = "ICRU Report 44 (1989): composition and density of body tissues";
constexpr const char* kIncompressible = "hardly changes its volume: near 0.5; 0.49 is the largest allowed";

PresetValue poisson_near_half() { return {"poisson", 0.49, Basis::estimate, kIncompressible, kExperience}; }

PresetValue friction_of_itself(double mu, const char* figure)
{
    return {"friction", std::sqrt(mu), Basis::estimate, figure, kExperience};
}

// Neo-Hookean C10 for small strains of a body of constant volume: E = 6 C10.
Preset tissue(const char* name, const char* what, double density, double c10, const char* density_figure,
              const char* young_figure)
{
    return {
        name,
        ObjectType::soft,
        what,
        {{"density", density, Basis::quoted, density_figure, kIcru},
         {"young", 6.0 * c10, Basis::formula, young_figure, kWound},
         poisson_near_half(),
         friction_of_itself(0.5, "mu 0.5, dry skin on dry skin")},
        "fitted at rest in the body; contracted muscle is an order stiffer, and tissue stiffens with strain"};
}

Preset rubber()
{
    return {"rubber",
            ObjectType::soft,
            "soft natural rubber, 40 Shore A",
            {{"density", kRubberDensity, Basis::read, "specific gravity 0.93", kRubberDensitySource},
             {"young", rubber_young(kRubberHardness), Basis::quoted,
              "E = 1.69 MPa at 40 Shore A (see the note)", kGent},
             poisson_near_half(),
             friction_of_itself(1.0, "mu 1 on itself, dry")},
            kRubberNote};
}

}  // namespace

std::vector<Preset> soft_presets()
{
    constexpr const char* kEcoflex = "Smooth-On technical bulletin, Ecoflex 00-30";
    return {
        tissue("fat", "fat under the skin", 950.0, 400.0, "950 kg/m^3",
               "C10 = 0.4 kPa read in the table: E = 6 C10"),
        {"flesh",
         ObjectType::soft,
         "muscle and fat of a limb, relaxed, as one solid",
         {{"density", 1050.0, Basis::quoted, "1050 kg/m^3 (muscle)", kIcru},
          {"young", 1e4, Basis::estimate,
           "10 kPa: between 1 to 3 kPa fitted in finite element models and 10 to 20 kPa of shear waves in "
           "relaxed muscle",
           kExperience},
          poisson_near_half(),
          friction_of_itself(0.5, "mu 0.5, dry skin on dry skin")},
         ""},
        {"foam",
         ObjectType::soft,
         "mattress foam, open polyurethane cells",
         {{"density", 40.0, Basis::estimate, "40 kg/m^3", kExperience},
          {"young", 15e3, Basis::read, "15 kPa (the table has 5 and 15)", kWound},
          {"poisson", 0.3, Basis::read, "0.3", kWound},
          friction_of_itself(0.7, "mu 0.7 on itself")},
         "foam buckles beyond some 5 % of compression and is then much softer"},
        {"gelatine",
         ObjectType::soft,
         "ballistic gelatine, 10 % by mass, cold",
         {{"density", 1030.0, Basis::estimate, "1030 kg/m^3: water with 10 % of a heavier solid",
           kExperience},
          {"young", 1e5, Basis::estimate, "100 kPa, pulled slowly", kExperience},
          poisson_near_half(),
          friction_of_itself(0.3, "mu 0.3, moist")},
         "stiffens strongly with speed"},
        tissue("muscle", "muscle, relaxed", 1050.0, 225.0, "1050 kg/m^3",
               "C10 = 0.225 kPa read in the table: E = 6 C10"),
        rubber(),
        {"silicone",
         ObjectType::soft,
         "very soft platinum-cured silicone, Shore 00-30",
         {{"density", 1070.0, Basis::quoted, "specific gravity 1.07", kEcoflex},
          {"young", 10.0 * kPsi, Basis::quoted, "100 % modulus 10 psi, taken as the slope", kEcoflex},
          poisson_near_half(),
          friction_of_itself(1.0, "mu 1 on itself, dry")},
         "the slope at small strain is somewhat higher than the secant at 100 %"},
        tissue("skin", "skin", 1090.0, 4000.0, "1090 kg/m^3 (other tables have 1100)",
               "C10 = 4 kPa read in the table: E = 6 C10"),
    };
}

}  // namespace stiction
