#pragma once
#include <GU/GU_Detail.h>
#include <UT/UT_IStream.h>
#include <ostream>
class GA_LoadOptions;
class GA_SaveOptions;
class UT_StringArray;
class GA_IOJSON {
public:
    bool readStream(GA_Detail& g, UT_IStream& is, const GA_LoadOptions* options, UT_StringArray* errors) const;
    bool writeStream(const GA_Detail& g, std::ostream& os, bool binary, const GA_SaveOptions* options,
                     UT_StringArray* errors) const;
};
