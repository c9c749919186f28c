#pragma once
#include <OP/OP_Operator.h>
#include <memory>
#include <vector>
class OP_OperatorTable {
public:
    bool addOperator(OP_Operator* op)
    {
        operators.emplace_back(op);
        return true;
    }
    std::vector<std::unique_ptr<OP_Operator>> operators;
};
