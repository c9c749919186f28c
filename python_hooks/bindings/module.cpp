// The compiled half of the `stiction` package. Thin: it converts, releases the interpreter's lock and calls; what Python
// users see is in ../stiction/*.py, whose stub of this module is _core.pyi.

#include "python_hooks/bindings/bindings.hpp"
#include "solver_core/sim/checkpoint.hpp"

PYBIND11_MODULE(_core, module)
{
    using namespace stiction::python;
    module.doc() = "Compiled part of the stiction package; use `import stiction`.";
    module.attr("__version__") = stiction::program_version();
    bind_errors();
    bind_scene(module);
    bind_step_report(module);
    bind_simulation(module);
    bind_geometry(module);
    bind_compare(module);
}
