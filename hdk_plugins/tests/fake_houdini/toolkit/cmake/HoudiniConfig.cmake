# Stands in for the CMake package of a Houdini: what hdk_plugins/CMakeLists.txt asks of it, in the shape of the real one (an
# interface target with includes, options and definitions; the version in a file of its own). Its includes are those of
# hdk_double, so that the plugin's own target is built from its own lines.
#
#   -DFAKE_HOUDINI_VERSION=20.5.278    another release (HoudiniConfigVersion.cmake)
#   -DFAKE_HOUDINI_ABI=0               strings of the old kind, as Houdini had them up to 19.5
set(double ${CMAKE_CURRENT_LIST_DIR}/../../../hdk_double)
if(NOT DEFINED FAKE_HOUDINI_ABI)
  set(FAKE_HOUDINI_ABI 1)
endif()

add_library(Houdini INTERFACE)
target_include_directories(Houdini SYSTEM INTERFACE ${double})
target_sources(Houdini INTERFACE ${double}/hdk_double.cpp)
target_compile_options(Houdini INTERFACE
  -fPIC $<$<COMPILE_LANGUAGE:CXX>:-std=c++17> -W -Wall -Wno-parentheses -Wno-reorder -Wno-sign-compare -Wno-uninitialized
  -Wno-unused-parameter -Wunused -Wno-deprecated -fno-strict-aliasing -D_GLIBCXX_USE_CXX11_ABI=${FAKE_HOUDINI_ABI})
target_compile_definitions(Houdini INTERFACE
  VERSION="${Houdini_VERSION}" AMD64 LINUX SIZEOF_VOID_P=8 SESI_LITTLE_ENDIAN ENABLE_THREADS USE_PTHREADS _REENTRANT _GNU_SOURCE
  _FILE_OFFSET_BITS=64 UT_ASSERT_LEVEL=0 MAKING_DSO
  SYS_VERSION_MAJOR_INT=${Houdini_VERSION_MAJOR} SYS_VERSION_MINOR_INT=${Houdini_VERSION_MINOR})

function(houdini_configure_target target)
  cmake_parse_arguments(HOUDINI "" "INSTDIR;LIB_PREFIX" "" ${ARGN})
  if(NOT HOUDINI_INSTDIR)
    message(FATAL_ERROR "without INSTDIR the real one starts hython")
  endif()
  set_target_properties(${target} PROPERTIES PREFIX "${HOUDINI_LIB_PREFIX}"
    LIBRARY_OUTPUT_DIRECTORY ${HOUDINI_INSTDIR} RUNTIME_OUTPUT_DIRECTORY ${HOUDINI_INSTDIR})
endfunction()
