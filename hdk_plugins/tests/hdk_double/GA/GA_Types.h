#pragma once
#include <SYS/SYS_Types.h>
typedef exint GA_Size;
typedef exint GA_Index;
typedef exint GA_Offset;
enum GA_AttributeOwner { GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE, GA_ATTRIB_DETAIL };
enum GA_TypeInfo { GA_TYPE_VOID, GA_TYPE_VECTOR };
