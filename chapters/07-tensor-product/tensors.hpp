#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/integer_matrices.hpp"
#include "epreuve/instruments/rational_entries.hpp"
#include "epreuve/instruments/rational_matrix.hpp"
#include "epreuve/math/kronecker.hpp"

/// What several pages of this chapter speak of.
namespace epreuve {

/// The matrices of the document's example.
struct Example
{
  arma::mat A{{1, 2}, {3, 4}};
  arma::mat B{{2, -1}, {1, 0}};
  arma::mat M{{1, 2}, {0, 1}};
};

/// Shapes for over_integer_matrices: the document's, and all that fit.
inline constexpr const char* square_triples[]{"A p x p", "B n x n", "M n x p"};
inline constexpr const char* all_triples[]{"A p' x p", "B n' x n", "M n x p"};

/// (A (x) B) M = B M A^T by its definition, of doubles that are integers or of fractions.
inline arma::mat act(const arma::mat& A, const arma::mat& B, const arma::mat& M)
{
  return B * M * A.t();
}
inline instruments::RationalMatrix act(const instruments::RationalMatrix& A,
                                       const instruments::RationalMatrix& B,
                                       const instruments::RationalMatrix& M)
{
  return B * M * transpose(A);
}

/// sum_i c_ij B C_i for every j: the columns of (A (x) B) M, with c = A as (dagger) is printed and
/// with c = A^T as it should be. In 1-columns.cpp.
arma::mat sums_of_columns(const arma::mat& c, const arma::mat& B, const arma::mat& M);

/// X + 28 I: no row of three entries up to 9 outweighs that diagonal, so it is invertible.
inline instruments::RationalMatrix invertible(const arma::mat& X)
{
  return instruments::RationalMatrix(X + 28 * arma::eye(arma::size(X)));
}

} // namespace epreuve
