#pragma once
#include <UT/UT_Error.h>
class OP_Network;
class OP_Operator;
typedef UT_ErrorSeverity OP_ERROR;
class OP_Context {};
class OP_NodeFlags {
public:
    void setTimeDep(bool depends) { time_dep_ = depends; }
    bool getTimeDep() const { return time_dep_; }

private:
    bool time_dep_ = false;
};
class OP_Node {
public:
    virtual ~OP_Node() = default;
    OP_NodeFlags& flags() { return flags_; }
    virtual void doubleCook() {}

private:
    OP_NodeFlags flags_;
};
