#include "solver_core/apps/command.hpp"

int main(int argc, char** argv)
{
    return stiction::guarded([&] { return stiction::run_command_line(argc, argv); });
}
