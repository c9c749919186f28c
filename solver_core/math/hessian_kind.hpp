#pragma once

namespace stiction {

enum class HessianKind {
    exact,     // may be indefinite
    positive,  // every element's part made positive semidefinite: with a mass the whole is positive definite
};

}  // namespace stiction
