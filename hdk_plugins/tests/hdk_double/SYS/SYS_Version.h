#pragma once
// A test may set another one.
#ifndef SYS_VERSION_MAJOR_INT
#define SYS_VERSION_MAJOR_INT 21
#endif
#define SYS_VERSION_MINOR_INT 0
