# Warnings as errors, reproducible floating point, instruction set: one interface target for all of ours.
add_library(stiction_compiler INTERFACE)
target_compile_options(stiction_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
  # A fused multiply-add rounds once where two operations round twice: the same source would give other bits
  # in another inlining context. Never fast-math.
  -ffp-contract=off)

if(NOT STICTION_ARCH AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v3")
  check_cxx_source_runs("#include <immintrin.h>
    int main() { volatile double x[4] = {1, 2, 3, 4}; __m256d v = _mm256_set_pd(x[0], x[1], x[2], x[3]);
    __m256i i = _mm256_slli_epi64(_mm256_castpd_si256(v), 1);
    return __builtin_cpu_supports(\"avx2\") && _mm256_extract_epi64(i, 0) ? 0 : 1; }" STICTION_HOST_HAS_V3)
  unset(CMAKE_REQUIRED_FLAGS)
  if(STICTION_HOST_HAS_V3)
    target_compile_options(stiction_compiler INTERFACE -march=x86-64-v3)
  endif()
elseif(STICTION_ARCH)
  target_compile_options(stiction_compiler INTERFACE -march=${STICTION_ARCH})
endif()

if(STICTION_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(STICTION_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(STICTION_SANITIZE)
  message(FATAL_ERROR "STICTION_SANITIZE is '${STICTION_SANITIZE}'; allowed: address, thread, or empty")
endif()
