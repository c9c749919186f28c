#pragma once

// Parallel loops whose results do not depend on the number of threads.
//
// A loop is cut into chunks whose borders depend on the problem size alone; a chunk is run by one thread from its
// first to its last index. Sums are formed per chunk and added in chunk order. Who runs a chunk is the executor's
// business: oneTBB here, the host's own pool inside Houdini, the calling thread in tests.

#include "solver_core/base/types.hpp"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace stiction {

// A borrowed callable, no allocation; must not outlive the call it is passed to.
class TaskRef {
public:
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, TaskRef>>>
    TaskRef(F& body)
        : object_(const_cast<void*>(static_cast<const void*>(&body))),
          call_([](void* object, Index task) { (*static_cast<F*>(object))(task); })
    {
    }
    void operator()(Index task) const { call_(object_, task); }

private:
    void* object_;
    void (*call_)(void*, Index);
};

class Executor {
public:
    virtual ~Executor() = default;
    virtual int threads() const = 0;
    // Runs task(0) ... task(count-1), each once, in any order, and returns when all are done.
    virtual void run(Index count, TaskRef task) = 0;
};

// The executor of the calling thread: that of its innermost ExecutorScope, or else the process-wide one, which starts as
// a oneTBB arena with all cores. The process-wide one is not to be changed while a loop runs.
Executor& executor();
void set_executor(Executor* host);  // nullptr: back to the built-in one
void set_threads(int threads);      // size of the built-in one; 1 runs everything on the caller

// An executor of so many threads, for use in a scope.
std::unique_ptr<Executor> make_executor(int threads);

// Loops that this thread starts run on `mine` while the scope lasts: two simulations in one process can each have their
// own number of threads. A null pointer changes nothing.
class ExecutorScope {
public:
    explicit ExecutorScope(Executor* mine);
    ~ExecutorScope();
    ExecutorScope(const ExecutorScope&) = delete;
    ExecutorScope& operator=(const ExecutorScope&) = delete;

private:
    Executor* before_;
};

// body(begin, end) for consecutive ranges of at most `chunk` indices.
template <class Body>
void parallel_chunks(Index count, Index chunk, Body&& body)
{
    if (count <= 0) return;
    const Index chunks = (count + chunk - 1) / chunk;
    auto task = [&](Index c) { body(c * chunk, std::min(count, (c + 1) * chunk)); };
    if (chunks == 1)
        task(0);
    else
        executor().run(chunks, task);
}

// body(i) for every i, in chunks.
template <class Body>
void parallel_for(Index count, Index chunk, Body&& body)
{
    parallel_chunks(count, chunk, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) body(i);
    });
}

// Sum of body(begin, end) over the chunks, added in chunk order. `partial` is the caller's reusable buffer.
template <class Value, class Body>
Value ordered_sum(Index count, Index chunk, Value zero, std::vector<Value>& partial, Body&& body)
{
    const Index chunks = count > 0 ? (count + chunk - 1) / chunk : 0;
    partial.assign(static_cast<std::size_t>(chunks), zero);
    parallel_chunks(count, chunk, [&](Index begin, Index end) {
        partial[static_cast<std::size_t>(begin / chunk)] = body(begin, end);
    });
    Value sum = std::move(zero);
    for (const Value& value : partial) sum += value;
    return sum;
}

}  // namespace stiction
