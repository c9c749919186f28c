// Parallel loops in a build without oneTBB: every task once, exceptions come back. Linked with base/parallel.cpp alone.

#include "solver_core/base/parallel.hpp"

#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <vector>

int main()
{
    using namespace stiction;
    set_threads(4);
    std::vector<int> done(1000, 0);
    parallel_for(1000, 7, [&](Index i) { ++done[static_cast<std::size_t>(i)]; });
    bool ok = executor().threads() == 4;
    for (const int count : done) ok = ok && count == 1;
    bool caught = false;
    try {
        parallel_for(100, 1, [](Index i) {
            if (i == 57) throw std::runtime_error("57");
        });
    } catch (const std::runtime_error&) {
        caught = true;
    }
    std::puts(ok && caught ? "ok" : "failed");
    return ok && caught ? 0 : 1;
}
