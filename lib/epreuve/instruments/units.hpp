#pragma once

#include <string>
#include <string_view>

namespace epreuve::instruments {

/// A quantity as a reader wants to see it: "4.9 TB", "134 MB", "12 µs".
///
/// The prefix is that which leaves a number from 1 to 999: of seconds also m, µ and n, of everything
/// k, M, G, T, P. One decimal below 10, none above. Counts have the unit "": "1.9 T".
///
/// @throws Error unless the value is finite and >= 0
std::string with_unit(double value, std::string_view unit);

} // namespace epreuve::instruments
