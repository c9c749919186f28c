#pragma once

// All that the next step needs and nothing that can be derived: it can be hashed, saved, restored and compared.

#include "solver_core/base/types.hpp"
#include "solver_core/contact/contact_set.hpp"

#include <string>
#include <vector>

namespace stiction {

// The impulse a contact ended with, kept to start the next step from.
struct ContactMemory {
    ContactKey key;
    Vec3 impulse = Vec3::Zero();  // world axes, on side A, N s
};

struct State {
    std::int64_t step = 0;              // steps done; time = step * h, never accumulated
    Vec3Array x;                        // m
    Vec3Array v;                        // m/s
    std::vector<ContactMemory> memory;  // sorted by key
    // Of the method implicit:
    double contact_stiffness = 0.0;  // kappa, N/m^2; 0: as at the start
    Vec3Array x_before, v_before;    // a step ago, for integrators over two steps; empty: there is none
};

// Hash of every bit above; the same run gives the same value for any number of threads and any resume point.
std::uint64_t state_hash(const State& state);

// A byte string that holds the state exactly, and back. decode throws InputError when the bytes do not fit.
std::string encode_state(const State& state);
State decode_state(const std::string& bytes);

}  // namespace stiction
