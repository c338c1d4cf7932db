#pragma once

#include <string_view>

namespace epreuve {

/// The project's version, "0.3.0"; defined in CMakeLists.txt.
std::string_view version();

} // namespace epreuve
