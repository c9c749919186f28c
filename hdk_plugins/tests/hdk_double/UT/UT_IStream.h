#pragma once
#include <SYS/SYS_Types.h>
#include <istream>
#include <memory>
#include <sstream>
#include <string>
enum UT_ISTREAM_READTYPE { UT_ISTREAM_BINARY };
class UT_IStream {
public:
    UT_IStream(const char* buffer, std::size_t size, UT_ISTREAM_READTYPE)
        : own_(std::make_unique<std::istringstream>(std::string(buffer, size))), is_(*own_)
    {
    }
    explicit UT_IStream(std::istream& is, UT_ISTREAM_READTYPE = UT_ISTREAM_BINARY) : is_(is) {}
    exint bread(char* buffer, exint count = 1)
    {
        is_.read(buffer, count);
        return static_cast<exint>(is_.gcount());
    }
    bool isEof() const { return is_.eof(); }
    bool isError() const { return is_.fail(); }

private:
    std::unique_ptr<std::istringstream> own_;
    std::istream& is_;
};
