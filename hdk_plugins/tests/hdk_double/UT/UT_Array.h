#pragma once
#include <SYS/SYS_Types.h>
#include <vector>
template <class T>
class UT_Array {
public:
    exint entries() const { return static_cast<exint>(items_.size()); }
    exint append(const T& item)
    {
        items_.push_back(item);
        return entries() - 1;
    }
    T& operator()(exint i) { return items_[static_cast<std::size_t>(i)]; }
    const T& operator()(exint i) const { return items_[static_cast<std::size_t>(i)]; }

private:
    std::vector<T> items_;
};
