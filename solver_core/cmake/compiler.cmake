# Warnings as errors: one interface target for all of ours.
add_library(stiction_compiler INTERFACE)
target_compile_options(stiction_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)

# Floating point and instruction set hold for every target of the tree: Eigen's types change their alignment with the
# instruction set, so two targets that differ in it must not be linked together.
#
# A fused multiply-add rounds once where two operations round twice: the same source would give other bits in another
# inlining context. Never fast-math.
add_compile_options(-ffp-contract=off)

if(NOT STICTION_ARCH AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  include(CheckCXXSourceRuns)
  set(CMAKE_REQUIRED_FLAGS "-march=x86-64-v3")
  check_cxx_source_runs("#include <immintrin.h>
    int main() { volatile double x[4] = {1, 2, 3, 4}; __m256d v = _mm256_set_pd(x[0], x[1], x[2], x[3]);
    __m256i i = _mm256_slli_epi64(_mm256_castpd_si256(v), 1);
    return __builtin_cpu_supports(\"avx2\") && _mm256_extract_epi64(i, 0) ? 0 : 1; }" STICTION_HOST_HAS_V3)
  unset(CMAKE_REQUIRED_FLAGS)
  if(STICTION_HOST_HAS_V3)
    add_compile_options(-march=x86-64-v3)
  endif()
elseif(STICTION_ARCH)
  add_compile_options(-march=${STICTION_ARCH})
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

if(STICTION_ASSERTS)
  add_compile_definitions(STICTION_ASSERTS)
endif()

# Compiles again only what changed in meaning; nothing depends on it. It has to be told that a precompiled header changes
# no macro the sources see.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
endif()

# precompile(TARGET HEADER...): what nearly every file of a target reads is read once, which saves half of a build from
# nothing. Every file still includes what it uses: clang-tidy looks at it without.
function(precompile target)
  target_precompile_headers(${target} PRIVATE <algorithm> <string> <vector>
    <Eigen/Core> <Eigen/Geometry> <Eigen/SparseCore> <fmt/format.h> ${ARGN})
  target_compile_options(${target} PRIVATE -fpch-preprocess)
endfunction()

# unite(TARGET): its sources are compiled in groups (unity_groups.py), which saves half of what precompiled headers leave of a
# build from nothing. Called when the target has all its sources.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(unite target)
  if(NOT STICTION_UNITY)
    return()
  endif()
  get_target_property(listed ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(sources)
  foreach(source ${listed})
    get_filename_component(source ${source} ABSOLUTE BASE_DIR ${folder})
    if(source MATCHES "[.]cpp$" AND NOT source MATCHES "^${PROJECT_BINARY_DIR}/")  # not what the build writes
      list(APPEND sources ${source})
    endif()
  endforeach()
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/solver_core/cmake/unity_groups.py 8 ${sources}
    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  foreach(source group IN ZIP_LISTS sources groups)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
