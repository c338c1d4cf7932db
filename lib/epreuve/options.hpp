#pragma once

#include "epreuve/command.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace epreuve {

/// The whole numbers from `least` to `most`, both included.
struct WholeNumbers
{
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// The whole number that a text gives in decimal digits.
/// @param name  the option's or argument's name, for the message: "--top"
/// @throws Error, as in "--top must be a whole number from 1 to 50257, got 0"
std::uint64_t parse_whole_number(std::string_view name, std::string_view text,
                                 const WholeNumbers& allowed);

/// Adds an option that takes a whole number, and refuses anything else as parse_whole_number does.
/// (CLI11's own checks compare as `double` and print its largest value in full; its conversion
/// wraps numbers of more than 64 bits around, and reads 010 as 8.)
/// @param names  as CLI11 takes them: "-n,--count"
/// @param set    called with the number, when it is given
/// @param by_default  what the help shows as the value that holds if none is given
Option add_whole_number(Command& app, const std::string& names, const WholeNumbers& allowed,
                        const std::string& description,
                        const std::function<void(std::uint64_t)>& set,
                        const std::string& by_default = "");

/// The same for a number that is kept in `value`, which holds the default.
template <typename Integer>
Option add_whole_number(Command& app, const std::string& names, Integer& value,
                        const WholeNumbers& allowed, const std::string& description)
{
  return add_whole_number(
      app, names, allowed, description,
      [&value](std::uint64_t number) { value = static_cast<Integer>(number); },
      std::to_string(value));
}

template <typename Integer>
Option add_whole_number(Command& app, const std::string& names, std::optional<Integer>& value,
                        const WholeNumbers& allowed, const std::string& description)
{
  return add_whole_number(app, names, allowed, description,
                          [&value](std::uint64_t number) { value = static_cast<Integer>(number); });
}

} // namespace epreuve
