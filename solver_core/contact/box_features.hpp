#pragma once

// A triangle against the corners and edges of a box, each for itself.
//
// The deepest point of a triangle (contact/triangle_depth.hpp) is one point, and a triangle that hangs over a corner of
// the box and over an edge that ends there needs both: held at one of them alone it sinks in at the other. So every pair
// of features that can carry is listed, with the plane that separates them:
//
//   corner C, triangle   n = +-(normal of the triangle), C above the triangle's inside
//   edge B, side E       n = +-(E x B) / |E x B|, the nearest points inside both
//   distance             n . (point of the triangle - point of the box): negative where the box has come through
//
// n must point out of the box: by at most kFeatureLean (sine) into it against each face that meets at the feature. The
// two signs of n are then never both taken.

#include "solver_core/contact/collider.hpp"

namespace stiction {

constexpr double kFeatureLean = 0.1;
constexpr int kBoxCorners = 8;
constexpr int kBoxEdges = 12;
constexpr int kMostBoxFeatures = kBoxCorners + 3 * kBoxEdges;

struct BoxFeature {
    int number = 0;  // 0 ... 7 corners, then the edges
    double distance = 0.0;
    Vec3 weight = Vec3::Zero();  // of the triangle's corners
    unsigned feature = 0;        // bit i: weight i is positive; 7 or two bits
    Vec3 normal = Vec3::UnitY();
    Vec3 point = Vec3::Zero();  // on the box
};

struct BoxFeatures {
    int count = 0;
    BoxFeature item[kMostBoxFeatures];
    void add(const BoxFeature& feature) { item[count++] = feature; }
};

// Those at distances of least ... most. Corners of the triangle in the box's frame.
void box_features(const BoxShape& box, const Vec3* corner, double least, double most, BoxFeatures& out);

}  // namespace stiction
