#include "hdk_plugins/dop/node_settings.hpp"

#include "hdk_plugins/shared/parameter_templates.hpp"

#include <SIM/SIM_Options.h>
#include <SIM/SIM_OptionsUser.h>
#include <UT/UT_Options.h>
#include <UT/UT_StringHolder.h>
#include <UT/UT_VectorTypes.h>

namespace stiction {
namespace {

Json option_value(const SIM_Options& options, const HostParameter& parameter)
{
    const UT_StringHolder name(parameter.token.c_str());
    switch (options.getOptionType(name)) {
        case UT_OPTION_INT:
            if (parameter.info->kind == Kind::choice) return choice_of(parameter, options.getOptionI(name));
            if (parameter.info->kind == Kind::boolean) return options.getOptionI(name) != 0;
            return options.getOptionI(name);
        case UT_OPTION_BOOL: return options.getOptionB(name);
        case UT_OPTION_FPREAL: return options.getOptionF(name);
        case UT_OPTION_STRING: return std::string(options.getOptionS(name).c_str());
        case UT_OPTION_VECTOR3: {
            const UT_Vector3D v = options.getOptionV3(name);
            return Json({v.x(), v.y(), v.z()});
        }
        default: return parameter.value;
    }
}

}  // namespace

HostSettings settings_of(const SIM_OptionsUser& user)
{
    HostSettings settings;
    for (const HostParameter& parameter : scene_parameters())
        if (user.getOptions().hasOption(parameter.token.c_str()))
            settings.emplace_back(parameter.path, option_value(user.getOptions(), parameter));
    return settings;
}

std::vector<std::string> extra_of(const SIM_OptionsUser& user)
{
    if (!user.getOptions().hasOption(kExtraToken)) return {};
    return extra_lines(user.getOptions().getOptionS(kExtraToken).c_str());
}

}  // namespace stiction
