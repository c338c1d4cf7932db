#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace epreuve {

/// The exception of every function of the library that cannot do its work. The message
/// says what was given, what was expected and why, in the caller's words:
///
///     throw Error("position_vector: n must be even (a cosine and a sine for each frequency), "
///                 "got {}", n);
class Error : public std::runtime_error
{
public:
  template <typename... Arguments>
  explicit Error(fmt::format_string<Arguments...> message, Arguments&&... arguments)
      : std::runtime_error(fmt::format(message, std::forward<Arguments>(arguments)...))
  {
  }
};

} // namespace epreuve
