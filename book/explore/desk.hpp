#pragma once

#include "epreuve/error.hpp"

#include <armadillo>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <string>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#define EXPORTED extern "C" EMSCRIPTEN_KEEPALIVE
#else
#define EXPORTED extern "C"
#endif

/// How the page and the library's functions hand each other numbers and texts. The functions are C functions: numbers are
/// doubles, arrays are places in `desk`, matrices in columns. Each returns 0, or 1 if the library threw Error; then
/// `explore_message` has its message. The caller must make sure that arrays are on the desk.
namespace epreuve::explore {

/// Where page and library put arrays for each other: 4 MB, so no call allocates anything that could be
/// forgotten.
inline std::array<double, 1U << 19U> desk;

inline std::string message;

template <typename Function>
int answer(const Function& function)
{
  try {
    function();
    return 0;
  } catch (const std::exception& error) {
    message = error.what();
  } catch (...) {
    message = "something went wrong in the library";
  }
  return 1;
}

/// An integer passed as a double: JavaScript has no other numbers, and every integer up to 2^53 is exact.
inline std::int64_t whole(const char* name, double value)
{
  if (!(std::abs(value) <= 0x1p53 && value == std::trunc(value)))
    throw Error("{} must be a whole number, got {}", name, value);
  return static_cast<std::int64_t>(value);
}

inline arma::uword count(const char* name, double value)
{
  const std::int64_t n = whole(name, value);
  if (n < 0 || n > static_cast<std::int64_t>(desk.size()))
    throw Error("{} must be from 0 to {}, got {}", name, desk.size(), n);
  return static_cast<arma::uword>(n);
}

inline arma::vec vector(const double* x, double n)
{
  return {x, count("the length", n)};
}

inline arma::mat matrix(const double* X, double rows, double columns)
{
  return {X, count("the number of rows", rows), count("the number of columns", columns)};
}

/// A text, given as its bytes.
inline std::string bytes(const double* text, double n)
{
  std::string said;
  for (arma::uword i = 0; i < count("the length", n); ++i)
    said += static_cast<char>(static_cast<unsigned char>(whole("a byte", text[i])));
  return said;
}

inline void put(double* to, const arma::mat& values)
{
  std::copy(values.begin(), values.end(), to);
}

} // namespace epreuve::explore
