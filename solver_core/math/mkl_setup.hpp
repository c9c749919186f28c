#pragma once

#ifdef STICTION_HAS_MKL

namespace stiction {

// To be called before MKL's first computation; later calls change nothing.
void set_up_mkl();

// What PARDISO means by an error number.
const char* pardiso_meaning(int error);

}  // namespace stiction

#endif
