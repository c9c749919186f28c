#pragma once
#include <GU/GU_Detail.h>
#include <UT/UT_VectorTypes.h>
#include <solver_core/io/round_to_float.hpp>
class GA_ROHandleV3D {
public:
    GA_ROHandleV3D(const GA_Attribute* attribute) : values_(attribute ? attribute->values() : nullptr) {}
    bool isValid() const { return values_ && values_->size >= 3; }
    UT_Vector3D get(GA_Offset offset) const
    {
        const double* v = &values_->reals[static_cast<std::size_t>(offset * values_->size)];
        return {v[0], v[1], v[2]};
    }

protected:
    stiction::GeoAttribute* values_;
};
// Storage is 32 bits wide: what is set is rounded, as Houdini's.
class GA_RWHandleV3D : public GA_ROHandleV3D {
public:
    GA_RWHandleV3D(GA_Attribute* attribute) : GA_ROHandleV3D(attribute) {}
    void set(GA_Offset offset, const UT_Vector3D& v)
    {
        double* to = &values_->reals[static_cast<std::size_t>(offset * values_->size)];
        const double from[3] = {v.x(), v.y(), v.z()};
        const bool narrow = values_->storage == stiction::GeoStorage::real32;
        for (int k = 0; k < 3; ++k) to[k] = narrow ? stiction::round_to_float(from[k]) : from[k];
    }
    void bumpDataId() const {}
};
