# Third-party libraries, all from the distribution. Each is linked PRIVATE or as a system include, so that its
# warnings are not ours.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
# Without it, parallel loops run on threads of their own, or on those of the host: a plugin takes none of its own into a host
# that has one.
if(STICTION_WITH_TBB)
  find_package(TBB REQUIRED)
endif()
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_library(METIS_LIBRARY metis REQUIRED)
find_library(XXHASH_LIBRARY xxhash REQUIRED)

set(STICTION_HAS_MKL OFF)
if(STICTION_WITH_MKL)
  find_path(MKL_INCLUDE_DIR mkl_pardiso.h PATH_SUFFIXES mkl)
  find_library(MKL_LP64 mkl_intel_lp64)
  find_library(MKL_SEQUENTIAL mkl_sequential)
  find_library(MKL_CORE mkl_core)
  if(MKL_INCLUDE_DIR AND MKL_LP64 AND MKL_SEQUENTIAL AND MKL_CORE)
    set(STICTION_HAS_MKL ON)
    add_library(stiction_mkl INTERFACE)
    target_include_directories(stiction_mkl SYSTEM INTERFACE ${MKL_INCLUDE_DIR})
    target_link_libraries(stiction_mkl INTERFACE ${MKL_LP64} ${MKL_SEQUENTIAL} ${MKL_CORE} m dl)
  endif()
endif()
message(STATUS "MKL PARDISO: ${STICTION_HAS_MKL}")

# Ipopt (Eclipse Public Licence, with MUMPS under CeCILL-C). Only the few files named to this function see its headers,
# which are full of conversions, hence -isystem; Ipopt 3.11's want to be told that <cstddef> exists.
set(STICTION_HAS_IPOPT OFF)
if(STICTION_WITH_IPOPT)
  find_path(IPOPT_INCLUDE_DIR IpTNLP.hpp PATH_SUFFIXES coin coin-or)
  find_library(IPOPT_LIBRARY ipopt)
  if(IPOPT_INCLUDE_DIR AND IPOPT_LIBRARY)
    set(STICTION_HAS_IPOPT ON)
  endif()
endif()
message(STATUS "Ipopt: ${STICTION_HAS_IPOPT}")
function(stiction_uses_ipopt)
  if(STICTION_HAS_IPOPT)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY stiction_core PROPERTIES
      COMPILE_DEFINITIONS "STICTION_HAS_IPOPT;HAVE_CSTDDEF" COMPILE_OPTIONS "-isystem;${IPOPT_INCLUDE_DIR}")
  endif()
endfunction()
