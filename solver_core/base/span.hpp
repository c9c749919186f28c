#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace stiction {

// A view of contiguous values that somebody else owns (std::span is C++20).
template <class T>
class Span {
public:
    Span() = default;
    Span(T* data, std::size_t size) : data_(data), size_(size) {}
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    Span(std::vector<U>& values) : data_(values.data()), size_(values.size())
    {
    }
    template <class U, class = std::enable_if_t<std::is_convertible_v<const U (*)[], T (*)[]>>>
    Span(const std::vector<U>& values) : data_(values.data()), size_(values.size())
    {
    }
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    Span(Span<U> other) : data_(other.data()), size_(other.size())
    {
    }

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](std::size_t i) const { return data_[i]; }
    T* begin() const { return data_; }
    T* end() const { return data_ + size_; }
    Span subspan(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace stiction
