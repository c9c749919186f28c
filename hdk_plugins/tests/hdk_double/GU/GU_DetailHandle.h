#pragma once
#include <GU/GU_Detail.h>
#include <memory>
class GU_DetailHandle {
public:
    GU_DetailHandle() = default;
    explicit GU_DetailHandle(std::shared_ptr<GU_Detail> detail) : detail_(std::move(detail)) {}
    GU_Detail* gdpNC() const { return detail_.get(); }
    const GU_Detail* gdp() const { return detail_.get(); }

private:
    std::shared_ptr<GU_Detail> detail_;
};
using GU_ConstDetailHandle = GU_DetailHandle;
class GU_DetailHandleAutoReadLock {
public:
    explicit GU_DetailHandleAutoReadLock(const GU_ConstDetailHandle& handle) : handle_(handle) {}
    const GU_Detail* getGdp() const { return handle_.gdp(); }

private:
    GU_ConstDetailHandle handle_;
};
