#pragma once
#include <string>
class UT_StringHolder {
public:
    UT_StringHolder() = default;
    UT_StringHolder(const char* text) : text_(text ? text : "") {}
    UT_StringHolder(const std::string& text) : text_(text) {}
    const char* c_str() const { return text_.c_str(); }
    operator const char*() const { return text_.c_str(); }
    bool operator<(const UT_StringHolder& other) const { return text_ < other.text_; }

private:
    std::string text_;
};
using UT_StringRef = UT_StringHolder;
