#pragma once
enum PRM_Type {
    PRM_LIST_TERMINATOR,
    PRM_FLT,
    PRM_INT,
    PRM_TOGGLE,
    PRM_ORD,
    PRM_XYZ,
    PRM_STRING
};
