#pragma once
#include <PRM/PRM_Template.h>
class CH_LocalVariable;
class OP_Network;
class OP_Node;
class OP_Operator;
typedef OP_Node* (*OP_Constructor)(OP_Network*, const char*, OP_Operator*);
class OP_Operator {
public:
    OP_Operator(const char* name, const char* english, OP_Constructor make, PRM_Template* templates,
                unsigned min_sources, unsigned max_sources = 9999, CH_LocalVariable* = nullptr, unsigned = 0,
                const char** input_labels = nullptr, int = 1, const char* tab_submenu_path = nullptr)
        : op_name(name),
          label(english),
          construct(make),
          parameters(templates),
          least(min_sources),
          most(max_sources),
          labels(input_labels),
          menu(tab_submenu_path)
    {
    }
    const char* op_name;
    const char* label;
    OP_Constructor construct;
    PRM_Template* parameters;
    unsigned least, most;
    const char** labels;
    const char* menu;
};
