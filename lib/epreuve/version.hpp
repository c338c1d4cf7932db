#pragma once

#include <string_view>

namespace epreuve {

/// The project's version, "0.3.0"; CMakeLists.txt says it.
std::string_view version();

} // namespace epreuve
