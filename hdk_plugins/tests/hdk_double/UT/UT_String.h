#pragma once
#include <string>
class UT_String {
public:
    UT_String(const std::string& text) : text_(text) {}
    std::string toStdString() const { return text_; }

private:
    std::string text_;
};
