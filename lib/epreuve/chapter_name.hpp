#pragma once

#include <algorithm>
#include <string>

namespace epreuve {

/// "softmax" of "01-softmax": a chapter is named with or without its number.
inline std::string without_number(const std::string& chapter)
{
  return chapter.substr(std::min<std::size_t>(3, chapter.size()));
}

} // namespace epreuve
