#pragma once

// Lines that depend on Houdini's version: all of them stand here. There is only this check so far. Houdini 21 changed the type of
// an input's number in virtual functions (unsigned became OP_InputIdx); the plugin overrides none of those: labels of inputs
// are given to OP_Operator instead.

#include <SYS/SYS_Version.h>

#if SYS_VERSION_MAJOR_INT < 20 || (SYS_VERSION_MAJOR_INT == 20 && SYS_VERSION_MINOR_INT < 5)
#error "Stiction's plugin is written against the HDK of Houdini 20.5 and later"
#endif
