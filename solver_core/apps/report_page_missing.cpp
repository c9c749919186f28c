// Takes the place of the bundled page in a build without node.

#include "solver_core/apps/report_page.hpp"

namespace stiction {

std::string_view page_template() { return {}; }

}  // namespace stiction
