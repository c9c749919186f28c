#pragma once
// The double's geometry is the table that our own files are read into: what Houdini writes into its files.
#include <GA/GA_Types.h>
#include <UT/UT_StringHolder.h>
#include <solver_core/io/geo_detail.hpp>
#include <string>
class GA_Attribute {
public:
    explicit GA_Attribute(stiction::GeoAttribute* values = nullptr) : values_(values) {}
    void setTypeInfo(GA_TypeInfo) {}
    void bumpDataId() {}
    stiction::GeoAttribute* values() const { return values_; }

private:
    stiction::GeoAttribute* values_;
};
class GA_Detail {
public:
    GA_Size getNumPoints() const { return table.point_count; }
    GA_Size getNumPrimitives() const { return table.primitive_count; }
    GA_Offset pointOffset(GA_Index index) const { return index; }
    const GA_Attribute* findPointAttribute(const UT_StringRef& name) const
    {
        return const_cast<GA_Detail*>(this)->attribute(name.c_str());
    }
    GA_Attribute* findPointAttribute(const UT_StringRef& name) { return attribute(name.c_str()); }
    GA_Attribute* addFloatTuple(GA_AttributeOwner, const UT_StringHolder& name, int size)
    {
        if (GA_Attribute* found = attribute(name.c_str())) return found;
        stiction::GeoAttribute made;
        made.name = name.c_str();
        made.size = size;
        made.reals.resize(static_cast<std::size_t>(size * table.point_count));
        table.attributes_of(stiction::GeoOwner::point).push_back(made);
        return attribute(name.c_str());
    }
    const GA_Attribute* getP() const { return findPointAttribute("P"); }
    GA_Attribute* getP() { return findPointAttribute("P"); }
    void clearAndDestroy() { table = stiction::GeoDetail(); }

    stiction::GeoDetail table;

private:
    GA_Attribute* attribute(const std::string& name)
    {
        for (stiction::GeoAttribute& each : table.attributes_of(stiction::GeoOwner::point))
            if (each.name == name) {
                found_ = GA_Attribute(&each);
                return &found_;
            }
        return nullptr;
    }
    mutable GA_Attribute found_;
};
class GU_Detail : public GA_Detail {};
