#pragma once

// Houdini's geometry to the adapter's tables and back, in the format of its own files: Houdini writes and reads itself, the
// adapter reads and writes what it can read and write of files.

#include "hdk_plugins/adapter/host_changes.hpp"
#include "hdk_plugins/adapter/host_solver.hpp"

#include <Eigen/Geometry>
#include <GA/GA_Types.h>
#include <GU/GU_Detail.h>
#include <UT/UT_DMatrix4.h>

namespace stiction {

// Object space to world space; nothing is computed for the identity, so that numbers stay what they are.
class ObjectTransform {
public:
    ObjectTransform() = default;
    explicit ObjectTransform(const UT_DMatrix4& matrix);
    bool is_identity() const { return is_identity_; }
    Vec3 point(const Vec3& local) const { return is_identity_ ? local : Vec3(to_world_ * local); }
    Vec3 direction(const Vec3& local) const
    {
        return is_identity_ ? local : Vec3(to_world_.linear() * local);
    }
    ObjectTransform inverse() const;

private:
    bool is_identity_ = true;
    Eigen::Affine3d to_world_ = Eigen::Affine3d::Identity();
};

// All of a detail, with P, restP, rest and v in world space. Throws InputError.
GeoDetail read_detail(const GU_Detail& gdp, const ObjectTransform& to_world,
                      const std::string& name_for_messages);
// Positions alone, for every step.
Vec3Array read_positions(const GU_Detail& gdp, const ObjectTransform& to_world);

// The point attributes `force`, `targetv`, `airresist` and `drag` of the given points, which must be there, as POP nodes leave
// them: airresist times drag draws a point towards air of velocity targetv.
NodeLoads read_loads(const GU_Detail& gdp, const ObjectTransform& to_world, Span<const Index> points);
// What POP nodes add to in every step begins at nothing again.
void clear_loads(GU_Detail& gdp);

// Replaces all that is in a detail. False when Houdini refuses it.
bool write_detail(const GeoDetail& detail, GU_Detail& gdp);
bool write_table(const GeometryTable& table, GU_Detail& gdp);
// Throws InputError when a detail is not the geometry that the simulation began with.
void require_elements(const GU_Detail& gdp, const ObjectLink& start, const std::string& name_for_messages);
// P and v of the given points, which must be there.
void write_motion(Span<const Vec3> x, Span<const Vec3> v, Span<const Index> points,
                  const ObjectTransform& to_local, GU_Detail& gdp);

}  // namespace stiction
