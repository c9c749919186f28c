#pragma once

// Attributes of a geometry as one piece of it sees them.

#include "hdk_plugins/adapter/geometry_piece.hpp"
#include "solver_core/scene/place.hpp"

#include <optional>
#include <string>
#include <vector>

namespace stiction {

class PieceAttributes {
public:
    PieceAttributes(const GeoDetail& detail, const GeometryPiece& piece, std::string name_for_messages);

    // Where an attribute is looked for: points, primitives, the whole geometry, in this order.
    const GeoAttribute* find(const std::string& name, GeoOwner& owner) const;
    bool has(const std::string& name) const;

    // The one value it has all over the piece: a number, a list of numbers or a text. Nothing when there is no such attribute.
    // Throws InputError when it varies: an object has one.
    std::optional<Json> uniform(const std::string& name) const;
    // 0 or empty text all over the piece.
    bool is_nothing(const std::string& name) const;
    // One number for every node or element, wherever the attribute is: what a node lacks is the mean of the elements around it,
    // what an element lacks is the mean of its corners. Empty when there is none. Throws InputError for what is no finite
    // number.
    std::vector<double> on_nodes(const std::string& name) const;
    std::vector<double> on_elements(const std::string& name) const;
    // One number for every node, of its point or else of the whole geometry. Empty when there is none.
    std::vector<double> scalars(const std::string& name) const;
    // Of every node; empty when there is none.
    Vec3Array vectors(const std::string& name) const;

    // Names of all attributes that a piece can see.
    std::vector<std::string> names() const;

private:
    std::vector<double> numbers(const GeoAttribute& attribute, const std::vector<Index>& elements) const;
    std::size_t element_count() const;
    // The nodes of an element.
    std::vector<Index> corners(std::size_t element) const;
    const std::vector<Index>& elements(GeoOwner owner) const;

    const GeoDetail& detail_;
    const GeometryPiece& piece_;
    std::string where_;
    std::vector<Index> whole_{0};
};

}  // namespace stiction
