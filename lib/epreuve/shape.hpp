#pragma once

#include <armadillo>
#include <fmt/format.h>

#include <string>

namespace epreuve {

/// The shape of a matrix or vector as error messages and evidence print it: "2 x 3".
template <typename T>
std::string shape(const T& matrix)
{
  return fmt::format("{} x {}", matrix.n_rows, matrix.n_cols);
}

} // namespace epreuve
