#pragma once
#include <SYS/SYS_Types.h>
class PRM_Default {
public:
    PRM_Default(fpreal number = 0, const char* text = nullptr) : number_(number), text_(text) {}
    fpreal getFloat() const { return number_; }
    const char* getString() const { return text_; }

private:
    fpreal number_;
    const char* text_;
};
