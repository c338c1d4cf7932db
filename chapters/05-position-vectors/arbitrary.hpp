#pragma once

#include <armadillo>

#include <cstdint>

namespace epreuve::instruments {

/// Numbers in [-1, 1) with 53 bits each, the same on every machine and in every run: for what a figure or an example
/// needs some matrix of, and no particular one.
///
/// @param seed  chooses the matrix; the same seed begins with the same numbers, column by column
/// @return      n_rows x n_cols
arma::mat arbitrary_matrix(std::uint64_t seed, arma::uword n_rows, arma::uword n_cols);

} // namespace epreuve::instruments
