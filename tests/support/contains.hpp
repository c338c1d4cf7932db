#pragma once

#include <string>

namespace epreuve::tests {

inline bool contains(const std::string& text, const std::string& part)
{
  return text.find(part) != std::string::npos;
}

} // namespace epreuve::tests
