#include "hdk_plugins/sop/verb_node.hpp"

namespace stiction {

std::int64_t CookValues::find(const std::string& name) const
{
    for (exint i = 0; i < parms_.getNumParms(); ++i)
        if (name == parms_.getParmName(i)) return i;
    return -1;
}

HostSettings CookValues::settings(const std::vector<HostParameter>& parameters) const
{
    HostSettings settings;
    for (const HostParameter& parameter : parameters) {
        const std::int64_t i = find(parameter.token);
        if (i < 0) continue;
        switch (parms_.getParmType(i)) {
            case OP_NodeParms::PARM_INTEGER: {
                exint value = 0;
                parms_.getParmValue(i, value);
                Json json = value;
                if (parameter.info->kind == Kind::choice) json = choice_of(parameter, value);
                if (parameter.info->kind == Kind::boolean) json = value != 0;
                settings.emplace_back(parameter.path, json);
                break;
            }
            case OP_NodeParms::PARM_FLOAT:
                settings.emplace_back(parameter.path, real(parameter.token));
                break;
            case OP_NodeParms::PARM_VECTOR3: {
                UT_Vector3D v;
                parms_.getParmValue(i, v);
                settings.emplace_back(parameter.path, Json({v.x(), v.y(), v.z()}));
                break;
            }
            case OP_NodeParms::PARM_STRING:
                settings.emplace_back(parameter.path, text(parameter.token));
                break;
            default: break;
        }
    }
    return settings;
}

std::int64_t CookValues::integer(const std::string& name) const
{
    exint value = 0;
    const std::int64_t i = find(name);
    if (i >= 0) parms_.getParmValue(i, value);
    return value;
}

double CookValues::real(const std::string& name) const
{
    fpreal value = 0;
    const std::int64_t i = find(name);
    if (i >= 0) parms_.getParmValue(i, value);
    return value;
}

std::string CookValues::text(const std::string& name) const
{
    UT_StringHolder value;
    const std::int64_t i = find(name);
    if (i >= 0) parms_.getParmValue(i, value);
    return value.c_str();
}

}  // namespace stiction
