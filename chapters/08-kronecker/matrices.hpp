#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"

/// The common material of several pages of this chapter.
namespace epreuve {

/// The matrices of the document's example.
struct Example
{
  arma::mat A{{1, 2}, {3, 4}};
  arma::mat B{{2, -1}, {1, 0}};
  arma::mat M{{1, 2}, {0, 1}};
};

/// Shapes for over_integer_matrices: A and B alone, or with an M on which A (x) B acts.
inline constexpr const char* all_pairs[]{"A p' x p", "B n' x n"};
inline constexpr const char* square_pairs[]{"A p x p", "B n x n"};
inline constexpr const char* all_triples[]{"A p' x p", "B n' x n", "M n x p"};
inline constexpr const char* square_triples[]{"A p x p", "B n x n", "M n x p"};

/// A (x) B entry by entry; of RationalMatrix and of CountedMatrix. In chapter.cpp.
template <typename Matrix>
Matrix by_four_indices(const Matrix& A, const Matrix& B);

/// S with vec(M) = S vec_rows(M) for M n x p. In 1-mix-ups.cpp.
arma::mat shuffle(arma::uword n, arma::uword p);

} // namespace epreuve
