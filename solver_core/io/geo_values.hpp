#pragma once

// The numbers of an attribute: one block of values, in any of the spellings of the format.
//
//     "tuples",[[x,y,z],...]      element by element
//     "arrays",[[x,...],[y,...]]  component by component
//     "rawpagedata",[...]         page by page ("pagesize" elements); in a page each subvector ("packing")
//                                 complete for all its elements, or only once where "constantpageflags" marks
//                                 it constant

#include "solver_core/io/geo_detail.hpp"
#include "solver_core/io/geo_source.hpp"

#include <cstdint>
#include <vector>

namespace stiction {

// Element by element. The block announces its storage and size itself; the size must be `size`.
std::vector<std::int64_t> read_geo_integers(const GeoSource& source, const JsonValue& block, int size,
                                            Index count, GeoStorage storage);
// Rounded to what the storage can hold: files print 32-bit reals with more digits than they have.
std::vector<double> read_geo_reals(const GeoSource& source, const JsonValue& block, int size, Index count,
                                   GeoStorage storage);

}  // namespace stiction
