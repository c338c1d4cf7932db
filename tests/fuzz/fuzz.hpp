#pragma once

#include <algorithm>
#include <cstddef>
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

/// A text in which each part between two stars is repeated, 10^5 times if it has only a few characters: a fuzzer finds
/// "*[*1*]*" by itself, but not that many levels.
inline std::string deepened(const std::string& text)
{
  constexpr std::size_t times = 100'000, longest = 1 << 20;
  std::string result;
  bool is_repeated = false;
  for (std::size_t begin = 0; begin <= text.size(); is_repeated = !is_repeated) {
    const std::size_t end = std::min(text.find('*', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t most = is_repeated ? times : 1;
    for (std::size_t i = 0; i < most && (i == 0 || result.size() + part.size() < longest); ++i)
      result += part;
    begin = end + 1;
  }
  return result;
}

inline std::string text(const std::uint8_t* data, std::size_t size)
{
  return {reinterpret_cast<const char*>(data), size};
}

} // namespace epreuve::fuzz
