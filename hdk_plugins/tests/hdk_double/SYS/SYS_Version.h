#pragma once
// A build may set another release.
#ifndef SYS_VERSION_MAJOR_INT
#define SYS_VERSION_MAJOR_INT 21
#define SYS_VERSION_MINOR_INT 0
#endif
