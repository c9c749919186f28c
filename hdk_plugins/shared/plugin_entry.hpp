#pragma once

// What Houdini looks for by name in the library; with hidden symbols these two have to be shown. Real Houdini's own headers
// declare them too (SIM_DataFactory's guide and OP_Operator's), with C++ linkage.

class OP_OperatorTable;

#if defined(_WIN32)
#define STICTION_SHOWN __declspec(dllexport)
#else
#define STICTION_SHOWN __attribute__((visibility("default")))
#endif

// NOLINTBEGIN(readability-identifier-naming)
STICTION_SHOWN void initializeSIM(void*);
STICTION_SHOWN void newSopOperator(OP_OperatorTable* table);
// NOLINTEND(readability-identifier-naming)
