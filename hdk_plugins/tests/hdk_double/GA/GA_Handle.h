#pragma once
#include <GU/GU_Detail.h>
#include <UT/UT_VectorTypes.h>
#include <solver_core/io/round_to_float.hpp>
namespace hdk_double {
// Values of an attribute of real numbers. Storage is 32 bits wide: what is set is rounded, as Houdini's.
class RealValues {
public:
    RealValues(const GA_Attribute* attribute, int size) : values_(attribute ? attribute->values() : nullptr)
    {
        if (values_ && (values_->size < size || values_->kind != stiction::GeoAttribute::Kind::real)) values_ = nullptr;
    }
    bool isValid() const { return values_ != nullptr; }
    void bumpDataId() const {}

protected:
    double& value(GA_Offset offset, int k) const
    {
        return values_->reals[static_cast<std::size_t>(offset * values_->size + k)];
    }
    void put(GA_Offset offset, int k, double v) const
    {
        value(offset, k) =
            values_->storage == stiction::GeoStorage::real32 ? stiction::round_to_float(v) : v;
    }

private:
    stiction::GeoAttribute* values_;
};
}  // namespace hdk_double
class GA_ROHandleV3D : public hdk_double::RealValues {
public:
    GA_ROHandleV3D(const GA_Attribute* attribute) : RealValues(attribute, 3) {}
    UT_Vector3D get(GA_Offset offset) const { return {value(offset, 0), value(offset, 1), value(offset, 2)}; }
};
class GA_RWHandleV3D : public GA_ROHandleV3D {
public:
    GA_RWHandleV3D(GA_Attribute* attribute) : GA_ROHandleV3D(attribute) {}
    void set(GA_Offset offset, const UT_Vector3D& v)
    {
        put(offset, 0, v.x());
        put(offset, 1, v.y());
        put(offset, 2, v.z());
    }
};
class GA_ROHandleD : public hdk_double::RealValues {
public:
    GA_ROHandleD(const GA_Attribute* attribute) : RealValues(attribute, 1) {}
    fpreal64 get(GA_Offset offset) const { return value(offset, 0); }
};
class GA_RWHandleD : public GA_ROHandleD {
public:
    GA_RWHandleD(GA_Attribute* attribute) : GA_ROHandleD(attribute) {}
    void set(GA_Offset offset, fpreal64 v) { put(offset, 0, v); }
};
