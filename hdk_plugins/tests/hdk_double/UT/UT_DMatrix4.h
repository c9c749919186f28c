#pragma once
#include <SYS/SYS_Types.h>
// Rows first; points are rows: p' = p M.
class UT_DMatrix4 {
public:
    UT_DMatrix4() = default;
    fpreal64 operator()(unsigned row, unsigned column) const { return m_[row][column]; }
    fpreal64& operator()(unsigned row, unsigned column) { return m_[row][column]; }

private:
    fpreal64 m_[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
};
