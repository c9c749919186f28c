#pragma once
#include <UT/UT_Error.h>
class OP_Network;
class OP_Operator;
typedef UT_ErrorSeverity OP_ERROR;
class OP_Context {};
class OP_Node {
public:
    virtual ~OP_Node() = default;
};
