#include "epreuve/version.hpp"

namespace epreuve {

std::string_view version()
{
  return EPREUVE_VERSION;
}

} // namespace epreuve
