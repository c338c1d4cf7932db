#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

/// What the fuzzers have in common.
namespace epreuve::fuzz {

/// Ends the program, which libFuzzer takes for a failure, if a property does not hold.
inline void require(bool holds, const char* what)
{
  if (holds)
    return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

inline std::string text(const std::uint8_t* data, std::size_t size)
{
  return {reinterpret_cast<const char*>(data), size};
}

} // namespace epreuve::fuzz
