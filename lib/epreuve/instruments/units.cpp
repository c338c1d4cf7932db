#include "epreuve/instruments/units.hpp"

#include "epreuve/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace epreuve::instruments {

std::string with_unit(double value, std::string_view unit)
{
  if (!std::isfinite(value) || value < 0)
    throw Error("with_unit: the value must be finite and not negative, got {}", value);
  constexpr std::array prefixes{"n", "µ", "m", "", "k", "M", "G", "T", "P"};
  constexpr std::size_t none = 3;
  std::size_t k = none;
  for (; value >= 999.5 && k + 1 < prefixes.size(); ++k)
    value /= 1000;
  for (; unit == "s" && value > 0 && value < 0.9995 && k > 0; --k)
    value *= 1000;
  const bool whole = value >= 9.95 || (k == none && value == std::floor(value));
  const std::string number = fmt::format("{:.{}f}", value, whole ? 0 : 1);
  const std::string suffix = fmt::format("{}{}", prefixes[k], unit);
  return suffix.empty() ? number : fmt::format("{} {}", number, suffix);
}

} // namespace epreuve::instruments
