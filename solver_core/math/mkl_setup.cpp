#ifdef STICTION_HAS_MKL

#include "solver_core/math/mkl_setup.hpp"

#include <dlfcn.h>
#include <mkl_service.h>

#include <initializer_list>

namespace stiction {
namespace {

// The same instructions on every processor, AMD's included, so that a farm gives the same bits. MKL takes the
// mode only before its first computation.
void fix_instruction_path()
{
    static const int status = mkl_cbwr_set(MKL_CBWR_COMPATIBLE);
    (void)status;
}

// MKL loads the kernels of the processor by itself, and those look for MKL's other symbols among the global ones. Where we
// are part of a module of Python or a plug-in, our libraries' symbols are not: without this MKL ends the process.
void make_symbols_global()
{
    static const bool done = [] {
        for (const char* library : {"libmkl_core.so", "libmkl_sequential.so", "libmkl_intel_lp64.so"})
            (void)dlopen(library, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
        return true;
    }();
    (void)done;
}

}  // namespace

void set_up_mkl()
{
    make_symbols_global();
    fix_instruction_path();
}

const char* pardiso_meaning(int error)
{
    switch (error) {
        case -1: return "inconsistent input";
        case -2: return "not enough memory";
        case -3: return "reordering failed";
        case -4: return "zero or negative pivot";
        case -5: return "unclassified internal error";
        case -6: return "reordering failed (matrix types 11 and 13)";
        case -7: return "the diagonal matrix is singular";
        case -8: return "the factor exceeds 32-bit indices";
        case -9: return "not enough memory for the out-of-core mode";
        case -10: return "out-of-core files could not be opened";
        case -11: return "out-of-core files could not be read or written";
        default: return "unknown error";
    }
}

}  // namespace stiction

#endif
