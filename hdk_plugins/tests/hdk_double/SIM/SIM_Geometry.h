#pragma once
#include <GU/GU_DetailHandle.h>
#include <SIM/SIM_DataUtils.h>
#include <SIM/SIM_OptionsUser.h>
class SIM_Geometry : public SIM_Data, public SIM_OptionsUser {
    DECLARE_CLASSNAME(SIM_Geometry, SIM_Data)
public:
    GU_ConstDetailHandle getGeometry() const { return GU_ConstDetailHandle(detail_); }

protected:
    explicit SIM_Geometry(const SIM_DataFactory* factory)
        : SIM_Data(factory), SIM_OptionsUser(this), detail_(std::make_shared<GU_Detail>())
    {
    }
    void makeEqualSubclass(const SIM_Data* source) override;
    void saveSubclass(std::ostream& os) const override;
    bool loadSubclass(UT_IStream& is) override;
    std::shared_ptr<GU_Detail> detail_;
};
class SIM_GeometryAutoReadLock {
public:
    explicit SIM_GeometryAutoReadLock(const SIM_Geometry* geometry)
        : handle_(geometry ? geometry->getGeometry() : GU_ConstDetailHandle())
    {
    }
    const GU_Detail* getGdp() const { return handle_.gdp(); }

private:
    GU_ConstDetailHandle handle_;
};
