#pragma once
#include <PRM/PRM_Name.h>
enum PRM_ChoiceListType { PRM_CHOICELIST_SINGLE };
class PRM_ChoiceList {
public:
    PRM_ChoiceList(PRM_ChoiceListType, PRM_Name* names) : names_(names) {}
    const PRM_Name* choiceNamesPtr() const { return names_; }

private:
    PRM_Name* names_;
};
