#pragma once
#include <OP/OP_Node.h>
#include <SOP/SOP_NodeVerb.h>
class OP_OperatorTable;
extern "C" {
__attribute__((visibility("default"))) extern void newSopOperator(OP_OperatorTable* table);
}
class SOP_Node : public OP_Node {
public:
    virtual const SOP_NodeVerb* cookVerb() const { return nullptr; }
    void doubleCook() override
    {
        OP_Context context;
        cookMySop(context);
    }

protected:
    SOP_Node(OP_Network*, const char*, OP_Operator*) {}
    virtual OP_ERROR cookMySop(OP_Context& context) = 0;
    OP_ERROR cookMyselfAsVerb(OP_Context&) { return UT_ERROR_NONE; }
};
