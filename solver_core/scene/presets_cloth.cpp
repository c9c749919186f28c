// Sheets. See docs/presets.md for the choices behind the numbers.

#include "solver_core/scene/preset.hpp"
#include "solver_core/scene/preset_rubber.hpp"
#include "solver_core/scene/textile_units.hpp"

#include <cmath>

namespace stiction {
namespace {

using namespace units;

constexpr const char* kThesis51 =
    "E. Larionov, thesis, Univ. of British Columbia 2022, table 5.1: picked by hand so that simulated "
    "swatches look like "
    "the fabric";
constexpr const char* kThesis52 = "E. Larionov, thesis, Univ. of British Columbia 2022, table 5.2";
constexpr const char* kKawabata =
    "S. Kawabata, The Standardization and Analysis of Hand Evaluation, 2nd ed. 1980: means of 214 winter "
    "suitings";
constexpr const char* kExperience = "engineering estimate";
PresetValue friction_of_itself(double mu, const char* figure, const char* source = kExperience,
                               Basis basis = Basis::estimate)
{
    return {"friction", std::sqrt(mu), basis, figure, source};
}

PresetValue estimated(const char* key, double value, const char* figure)
{
    return {key, value, Basis::estimate, figure, kExperience};
}

// Tables 5.1 and 5.2: CGS units, orthotropic; the sheet here is isotropic and takes the geometric mean of the two
// directions. The bending constraint (b/2) angle^2 of each inner edge of a square grid of any width stores
// (b/2) curvature^2 per area when the sheet is bent along the grid, so b is the bending stiffness itself.
Preset of_thesis(const char* name, const char* what, double grams, double warp, double weft, double bend,
                 const char* stretch_figure, const char* bend_figure, const char* density_figure,
                 PresetValue friction)
{
    return {name,
            ObjectType::cloth,
            what,
            {{"density", grams * kGramPerCm2, Basis::read, density_figure, kThesis52},
             {"stretch", std::sqrt(warp * weft) * kDynPerCm, Basis::formula, stretch_figure, kThesis51},
             {"bend", bend * kDynCm, Basis::read, bend_figure, kThesis51},
             std::move(friction)},
            "shear modulus and Poisson's ratio of the table have no place in the sheet's model"};
}

// The load-extension curve of a woven cloth as KES gives it: extension EMT at 500 gf/cm, linearity LT, taken as
//   F = 500 gf/cm (e / EMT)^p,  LT = 2 / (p + 1).
// `stretch` is the secant at 5 gf/cm, the load at which FAST measures E5 and twice what hangs below a metre of cloth:
//   e5 = EMT (5/500)^(1/p),  1/p = LT / (2 - LT)
double stretch_at_low_load(double emt, double lt)
{
    const double extension = emt * std::pow(5.0 / 500.0, lt / (2.0 - lt));
    return 5.0 * kGfPerCm / extension;
}

// EMT from the work WT to 500 gf/cm: WT = LT 500 EMT / 2.
double extension_of_work(double wt, double lt) { return 2.0 * wt / (500.0 * lt); }

Preset wool()
{
    constexpr double kLt = 0.6082;
    const double wt = std::pow(10.0, 0.9621);
    return {"wool",
            ObjectType::cloth,
            "wool suiting of middle weight",
            {{"density", std::pow(10.0, 1.4208) * kMilligramPerCm2, Basis::quoted,
              "log W = 1.4208: 26.4 mg/cm^2, x 0.01", kKawabata},
             {"stretch", stretch_at_low_load(extension_of_work(wt, kLt), kLt), Basis::formula,
              "LT = 0.6082, log WT = 0.9621: EMT 6.0 % at 490 N/m; secant at 5 gf/cm = 4.9 N/m of the power "
              "law of that "
              "linearity (at 490 N/m the secant is 8100 N/m); LT and WT as commonly given",
              kKawabata},
             {"bend", std::pow(10.0, -0.8673) * kGfCm2PerCm, Basis::quoted,
              "log B = -0.8673: 0.136 gf cm^2/cm, x 9.80665e-5", kKawabata},
             friction_of_itself(0.5, "mu 0.5 on itself (on KES's steel wires the mean MIU is 0.21)")},
            "hysteresis of bending (2HB) and shear (2HG5) is not modelled"};
}

Preset canvas()
{
    const double piece = (22.0 * kInch) * (36.0 * kInch);
    return {"canvas",
            ObjectType::cloth,
            "cotton duck number 10",
            {{"density", 9.0 * kOunce / piece, Basis::formula, "a piece of 22 x 36 in weighs 19 - 10 = 9 oz",
              "US trade numbers of cotton duck, read at sizes.com/materials/duck.htm"},
             estimated("stretch", 1500.0, "1500 N/m at low load"),
             estimated("bend", 2e-4, "2e-4 N m: bending length 3.4 cm"),
             friction_of_itself(0.6, "mu 0.6 on itself")},
            ""};
}

// Sheets of one thickness t of an isotropic elastic solid: density rho t, stretch E t, bend E t^3 / (12 (1 - nu^2)).
Preset rubber()
{
    constexpr double kThickness = 1.0 * kMillimetre;
    const double young = rubber_young(kRubberHardness);
    return {"rubber",
            ObjectType::cloth,
            "sheet of soft natural rubber, 1 mm, 40 Shore A",
            {{"density", kRubberDensity * kThickness, Basis::read, "specific gravity 0.93, x 1 mm",
              kRubberDensitySource},
             {"stretch", young * kThickness, Basis::quoted,
              "E = 1.69 MPa at 40 Shore A (see the note), x 1 mm", kGent},
             {"bend", young * std::pow(kThickness, 3) / (12.0 * (1.0 - 0.25)), Basis::quoted,
              "E t^3 / (12 (1 - nu^2)), nu = 0.5, with that E", kGent},
             friction_of_itself(1.0, "mu 1 on itself, dry")},
            kRubberNote};
}

Preset estimate(const char* name, const char* what, double density, double stretch, double bend, double mu,
                const char* density_figure, const char* stretch_figure, const char* bend_figure,
                const char* friction_figure)
{
    return {name,
            ObjectType::cloth,
            what,
            {estimated("density", density, density_figure), estimated("stretch", stretch, stretch_figure),
             estimated("bend", bend, bend_figure), friction_of_itself(mu, friction_figure)},
            "an estimate throughout; measure your own and override"};
}

}  // namespace

std::vector<Preset> cloth_presets()
{
    return {
        canvas(),
        of_thesis("cotton", "plain cotton", 0.0224, 1.0e5, 2.8e5, 50.0,
                  "E_u = 1.0e5, E_v = 2.8e5 dyn/cm: root of the product, x 1e-3", "b = 50 dyn cm, x 1e-7",
                  "0.0224 g/cm^2, x 10", friction_of_itself(0.6, "mu 0.6 on itself")),
        of_thesis("denim", "denim", 0.0324, 5.0e5, 7.0e5, 200.0,
                  "E_u = 5.0e5, E_v = 7.0e5 dyn/cm: root of the product, x 1e-3", "b = 200 dyn cm, x 1e-7",
                  "0.0324 g/cm^2, x 10", friction_of_itself(0.65, "mu 0.65 on itself")),
        estimate("felt", "wool felt, 3 mm", 0.6, 2400.0, 8e-4, 0.6, "200 kg/m^3 x 3 mm", "E = 0.8 MPa x 3 mm",
                 "under half of E t^3 / 12: fibres slip past each other", "mu 0.6 on itself"),
        estimate("jersey", "cotton single jersey, a knit", 0.16, 60.0, 2e-6, 0.6, "160 g/m^2",
                 "8 % at 4.9 N/m", "0.02 gf cm^2/cm", "mu 0.6 on itself"),
        estimate("leather", "chrome-tanned garment leather, 1 mm", 0.65, 2500.0, 2e-4, 0.6,
                 "650 kg/m^3 x 1 mm", "E = 2.5 MPa in the toe of the curve, x 1 mm", "bending length 3.2 cm",
                 "mu 0.6 on itself"),
        estimate("linen", "linen dress fabric", 0.19, 800.0, 1.5e-5, 0.5, "190 g/m^2", "0.6 % at 4.9 N/m",
                 "0.15 gf cm^2/cm", "mu 0.5 on itself"),
        estimate("neoprene", "wetsuit neoprene foam with jersey on both sides, 3 mm", 0.75, 1200.0, 9e-4, 0.7,
                 "250 kg/m^3 x 3 mm", "E = 0.4 MPa x 3 mm", "E t^3 / 12", "mu 0.7 on itself"),
        rubber(),
        estimate("satin", "polyester satin", 0.11, 700.0, 3e-6, 0.3, "110 g/m^2", "0.7 % at 4.9 N/m",
                 "0.03 gf cm^2/cm", "mu 0.3 on itself"),
        of_thesis("silk", "silk of a heavy quality", 0.0187, 2.0e5, 3.0e5, 10.0,
                  "E_u = 2.0e5, E_v = 3.0e5 dyn/cm: root of the product, x 1e-3", "b = 10 dyn cm, x 1e-7",
                  "0.0187 g/cm^2, x 10", friction_of_itself(0.35, "mu 0.35 on itself")),
        wool(),
    };
}

}  // namespace stiction
