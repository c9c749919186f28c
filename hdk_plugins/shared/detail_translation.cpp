#include "hdk_plugins/shared/detail_translation.hpp"

#include "solver_core/base/error.hpp"
#include "solver_core/io/geo_file.hpp"

#include <GA/GA_Handle.h>
#include <GA/GA_IOJSON.h>
#include <GA/GA_Types.h>
#include <UT/UT_IStream.h>
#include <UT/UT_VectorTypes.h>
#include <fmt/format.h>

#include <sstream>

namespace stiction {
namespace {

void move_to_world(const ObjectTransform& to_world, bool is_point, GeoAttribute& attribute)
{
    const auto stride = static_cast<std::size_t>(attribute.size);
    if (attribute.kind != GeoAttribute::Kind::real || stride < 3) return;
    // World positions are not what a float can hold.
    attribute.storage = GeoStorage::real64;
    for (std::size_t i = 0; i + 2 < attribute.reals.size(); i += stride) {
        Eigen::Map<Vec3> value(&attribute.reals[i]);
        value = is_point ? to_world.point(value) : to_world.direction(value);
    }
}

// One vector for each of the points; empty when there is no such attribute.
Vec3Array vectors_of(const GU_Detail& gdp, const char* name, const ObjectTransform& to_world,
                     Span<const Index> points)
{
    const GA_ROHandleV3D handle(gdp.findPointAttribute(name));
    Vec3Array values;
    if (!handle.isValid()) return values;
    for (const Index point : points) {
        const UT_Vector3D v = handle.get(gdp.pointOffset(point));
        values.push_back(to_world.direction({v.x(), v.y(), v.z()}));
    }
    return values;
}

std::vector<double> numbers_of(const GU_Detail& gdp, const char* name, Span<const Index> points)
{
    const GA_ROHandleD handle(gdp.findPointAttribute(name));
    std::vector<double> values;
    if (!handle.isValid()) return values;
    for (const Index point : points) values.push_back(handle.get(gdp.pointOffset(point)));
    return values;
}

}  // namespace

// Houdini multiplies rows from the left, p' = p M; here columns are multiplied from the right.
ObjectTransform::ObjectTransform(const UT_DMatrix4& matrix)
{
    Eigen::Matrix4d transposed;
    for (unsigned row = 0; row < 4; ++row)
        for (unsigned column = 0; column < 4; ++column) transposed(column, row) = matrix(row, column);
    is_identity_ = transposed == Eigen::Matrix4d::Identity();
    to_world_.matrix() = transposed;
}

ObjectTransform ObjectTransform::inverse() const
{
    ObjectTransform result = *this;
    if (!is_identity_) result.to_world_ = to_world_.inverse();
    return result;
}

GeoDetail read_detail(const GU_Detail& gdp, const ObjectTransform& to_world, const std::string& name)
{
    std::ostringstream bytes;
    if (!GA_IOJSON().writeStream(gdp, bytes, true, nullptr, nullptr))
        throw InputError(name, "Houdini could not write this geometry; save it to a file and look there");
    GeoDetail detail = decode_geo(bytes.str(), name);
    if (to_world.is_identity()) return detail;
    for (GeoAttribute& attribute : detail.attributes_of(GeoOwner::point)) {
        if (attribute.name == "P" || attribute.name == "restP" || attribute.name == "rest")
            move_to_world(to_world, true, attribute);
        if (attribute.name == "v") move_to_world(to_world, false, attribute);
    }
    return detail;
}

Vec3Array read_positions(const GU_Detail& gdp, const ObjectTransform& to_world)
{
    const GA_ROHandleV3D positions(gdp.getP());
    Vec3Array points;
    if (!positions.isValid()) return points;
    for (GA_Index i = 0; i < gdp.getNumPoints(); ++i) {
        const UT_Vector3D p = positions.get(gdp.pointOffset(i));
        points.push_back(to_world.point({p.x(), p.y(), p.z()}));
    }
    return points;
}

NodeLoads read_loads(const GU_Detail& gdp, const ObjectTransform& to_world, Span<const Index> points)
{
    NodeLoads loads;
    loads.force = vectors_of(gdp, "force", to_world, points);
    loads.resistance = numbers_of(gdp, "airresist", points);
    if (loads.resistance.empty()) return loads;
    loads.air = vectors_of(gdp, "targetv", to_world, points);
    const std::vector<double> drag = numbers_of(gdp, "drag", points);
    for (std::size_t i = 0; i < drag.size(); ++i) loads.resistance[i] *= drag[i];
    return loads;
}

void clear_loads(GU_Detail& gdp)
{
    for (const char* name : {"force", "targetv"}) {
        GA_RWHandleV3D handle(gdp.findPointAttribute(name));
        if (!handle.isValid()) continue;
        for (GA_Index i = 0; i < gdp.getNumPoints(); ++i)
            handle.set(gdp.pointOffset(i), UT_Vector3D(0, 0, 0));
        handle.bumpDataId();
    }
    GA_RWHandleD resistance(gdp.findPointAttribute("airresist"));
    if (!resistance.isValid()) return;
    for (GA_Index i = 0; i < gdp.getNumPoints(); ++i) resistance.set(gdp.pointOffset(i), 0.0);
    resistance.bumpDataId();
}

bool write_detail(const GeoDetail& detail, GU_Detail& gdp)
{
    const std::string bytes = encode_geo(detail, JsonEncoding::binary);
    UT_IStream stream(bytes.data(), bytes.size(), UT_ISTREAM_BINARY);
    gdp.clearAndDestroy();
    return GA_IOJSON().readStream(gdp, stream, nullptr, nullptr);
}

bool write_table(const GeometryTable& table, GU_Detail& gdp)
{
    return write_detail(detail_from_table(table, {}), gdp);
}

void require_elements(const GU_Detail& gdp, const ObjectLink& start, const std::string& name)
{
    require_same_elements(start, gdp.getNumPoints(), gdp.getNumPrimitives(), name);
}

void write_motion(Span<const Vec3> x, Span<const Vec3> v, Span<const Index> points,
                  const ObjectTransform& to_local, GU_Detail& gdp)
{
    GA_Attribute* velocity = gdp.addFloatTuple(GA_ATTRIB_POINT, "v", 3);
    if (!velocity) throw InputError("v", "Houdini could not add the attribute; remove one of that name");
    velocity->setTypeInfo(GA_TYPE_VECTOR);
    GA_RWHandleV3D velocities(velocity), positions(gdp.getP());
    if (!velocities.isValid() || !positions.isValid())
        throw InputError("v and P",
                         "found points with another form of one of them; allowed: three real numbers; leave "
                         "both as the solver wrote them");
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Vec3 w = to_local.direction(v[k]);
        velocities.set(gdp.pointOffset(points[k]), UT_Vector3D(w.x(), w.y(), w.z()));
    }
    velocities.bumpDataId();
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Vec3 p = to_local.point(x[k]);
        positions.set(gdp.pointOffset(points[k]), UT_Vector3D(p.x(), p.y(), p.z()));
    }
    positions.bumpDataId();
}

}  // namespace stiction
