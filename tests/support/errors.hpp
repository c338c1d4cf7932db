#pragma once

#include "epreuve/error.hpp"

#include <string>
#include <string_view>

namespace epreuve::tests {

/// For BOOST_CHECK_EXCEPTION: the message of the Error holds these words.
inline auto says(std::string_view words)
{
  return [words = std::string(words)](const Error& error) {
    return std::string_view(error.what()).find(words) != std::string_view::npos;
  };
}

/// It begins with the name of the function that throws it, and holds these words.
inline auto says(std::string_view function, std::string_view words)
{
  return [function = std::string(function), words = std::string(words)](const Error& error) {
    const std::string_view message = error.what();
    return message.starts_with(function) && message.find(words) != std::string_view::npos;
  };
}

} // namespace epreuve::tests
