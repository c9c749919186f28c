#pragma once
#include <SIM/SIM_Geometry.h>
enum SIM_DataIdStrategy { SIM_DATA_ID_BUMP = 0, SIM_DATA_ID_PRESERVE = 1 };
class SIM_GeometryCopy : public SIM_Geometry {
protected:
    explicit SIM_GeometryCopy(const SIM_DataFactory* factory) : SIM_Geometry(factory) {}

private:
    friend class SIM_GeometryAutoWriteLock;
    static const SIM_DopDescription* noDescription() { return nullptr; }
    DECLARE_DATAFACTORY(SIM_GeometryCopy, SIM_Geometry, "Geometry", noDescription())
};
class SIM_GeometryAutoWriteLock {
public:
    explicit SIM_GeometryAutoWriteLock(SIM_GeometryCopy* geometry, SIM_DataIdStrategy = SIM_DATA_ID_BUMP)
        : geometry_(geometry)
    {
        // Copy on write: earlier steps may still hold the same detail.
        geometry_->detail_ = std::make_shared<GU_Detail>(*geometry_->detail_);
    }
    GU_Detail& getGdp() { return *geometry_->detail_; }

private:
    SIM_GeometryCopy* geometry_;
};
