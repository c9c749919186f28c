#include "hdk_plugins/adapter/piece_variation.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/mesh/lumped_mass.hpp"
#include "solver_core/mesh/rest_triangle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction {
namespace {

// Masses that are those of an even sheet but for rounding in 32 bits are not worth a multiplier each.
constexpr double kUneven = 1e-5;
constexpr double kLeast = 1e-6, kMost = 1e6;  // of multipliers of mass and stiffness, as the scene has them

bool varies(const std::vector<double>& values)
{
    return std::any_of(values.begin(), values.end(), [&](double value) { return value != values.front(); });
}

[[noreturn]] void refuse(const std::string& where, const std::string& attribute, const char* on,
                         std::size_t number, double value, const char* allowed)
{
    throw InputError(where, fmt::format("attribute {} is {} on {} {}; allowed: {}; correct it", attribute,
                                        value, on, number, allowed));
}

// Area or volume that every node stands for.
std::vector<double> shares(const PreparedObject& object)
{
    return object.type == "soft" ? lumped_mass(object.rest, object.tets, 1.0)
                                 : lumped_mass(object.rest, object.triangles, 1.0);
}

// kg of every node from densities of elements: an element gives its corners equal parts.
std::vector<double> lumped(const PreparedObject& object, const std::vector<double>& density)
{
    const Vec3Array& x = object.rest;
    std::vector<double> mass(x.size(), 0.0);
    for (std::size_t e = 0; e < object.triangles.size(); ++e) {
        const Triangle& t = object.triangles[e];
        for (int k = 0; k < 3; ++k)
            mass[t[k]] += density[e] * rest_triangle(x[t[0]], x[t[1]], x[t[2]]).area / 3.0;
    }
    for (std::size_t e = 0; e < object.tets.size(); ++e) {
        const Tet& t = object.tets[e];
        for (int k = 0; k < 4; ++k)
            mass[t[k]] += density[e] * rest_tet(x[t[0]], x[t[1]], x[t[2]], x[t[3]]).volume / 4.0;
    }
    return mass;
}

// The object's density is that of all masses together, and every node's multiplier what it differs by:
//   density = sum m_i / sum A_i,   scale_i = m_i / (density A_i)     A_i: area (volume) that node i stands for
// Nodes of mass 0 are held; they count for nothing here.
void set_masses(const std::vector<double>& mass, const std::string& where, PreparedObject& object)
{
    const std::vector<double> share = shares(object);
    double total = 0.0, size = 0.0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        if (!std::isfinite(mass[i]) || mass[i] < 0.0)
            refuse(where, "mass", "point", static_cast<std::size_t>(object.points[i]), mass[i],
                   "0 (held) or more");
        if (mass[i] == 0.0) continue;
        total += mass[i];
        size += share[i];
    }
    if (total == 0.0 || size == 0.0)
        throw InputError(
            where, "attribute mass is 0 on every point; allowed: some points that move; give them mass");
    const double density = total / size;
    object.settings.emplace_back("material.density", density);
    std::vector<double> scale(mass.size(), 1.0);
    double furthest = 0.0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        if (mass[i] == 0.0) continue;
        scale[i] = mass[i] / (density * share[i]);
        if (!(scale[i] >= kLeast && scale[i] <= kMost))
            refuse(where, "mass", "point", static_cast<std::size_t>(object.points[i]), mass[i],
                   "up to a million times more or less than its part of the whole");
        furthest = std::max(furthest, std::abs(scale[i] - 1.0));
    }
    if (furthest > kUneven) object.variation.mass = std::move(scale);
}

}  // namespace

void take_friction(const PieceAttributes& attributes, const std::string& where, PreparedObject& object)
{
    std::vector<double> mu = attributes.on_nodes("friction");
    if (mu.empty()) return;
    for (std::size_t i = 0; i < mu.size(); ++i)
        if (!(mu[i] >= 0.0))
            refuse(where, "friction", "point", static_cast<std::size_t>(object.points[i]), mu[i], "0 to 10");
    const double largest = *std::max_element(mu.begin(), mu.end());
    object.settings.emplace_back("friction", largest);
    if (!varies(mu)) return;
    for (double& value : mu) value /= largest;
    object.variation.friction = std::move(mu);
}

void take_mass(const PieceAttributes& attributes, const std::string& where, PreparedObject& object)
{
    const std::vector<double> mass = attributes.scalars("mass"), density = attributes.on_elements("density");
    if (!mass.empty()) return set_masses(mass, where, object);
    if (density.empty()) return;
    for (std::size_t e = 0; e < density.size(); ++e)
        if (!(density[e] > 0.0)) refuse(where, "density", "element", e, density[e], "above 0");
    if (varies(density))
        set_masses(lumped(object, density), where, object);
    else
        object.settings.emplace_back("material.density", density.front());
}

bool take_stiffness(const PieceAttributes& attributes, const std::string& attribute, const std::string& path,
                    const std::string& where, PreparedObject& object)
{
    if (path != "material.stretch" && path != "material.young") return false;
    std::vector<double> values = attributes.on_elements(attribute);
    if (values.empty() || !varies(values)) return false;
    const double largest = *std::max_element(values.begin(), values.end());
    for (std::size_t e = 0; e < values.size(); ++e)
        if (!(values[e] >= kLeast * largest) || largest <= 0.0)
            refuse(where, attribute, "element", e, values[e], "above 0, no two a million times apart");
    object.settings.emplace_back(path, largest);
    for (double& value : values) value /= largest;
    object.variation.stiffness = std::move(values);
    return true;
}

void take_multipliers(const PieceAttributes& attributes, const std::string& where, PreparedObject& object)
{
    const std::string prefix = kVariationPrefix;
    const auto take = [&](const std::string& name, std::vector<double> values, double least,
                          std::vector<double>& to) {
        if (values.empty()) return;
        for (std::size_t i = 0; i < values.size(); ++i)
            if (!(values[i] >= least && values[i] <= kMost))
                refuse(where, name, "element", i, values[i], least > 0.0 ? "1e-6 to 1e6" : "0 to 1e6");
        to = std::move(values);
    };
    take(prefix + "friction", attributes.on_nodes(prefix + "friction"), 0.0, object.variation.friction);
    take(prefix + "mass", attributes.on_nodes(prefix + "mass"), kLeast, object.variation.mass);
    take(prefix + "stiffness", attributes.on_elements(prefix + "stiffness"), kLeast,
         object.variation.stiffness);
}

}  // namespace stiction
