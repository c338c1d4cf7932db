#pragma once

#include "epreuve/chapter.hpp"
#include "epreuve/instruments/exact/integer_matrices.hpp"
#include "epreuve/instruments/exact/map_on_matrices.hpp"
#include "epreuve/instruments/exact/rational_entries.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"
#include "epreuve/math/linear_algebra/kronecker.hpp"

#include <array>

/// The common material of several pages of this chapter.
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

/// The matrix of M -> B M A^T, found from the images of the unit matrices.
inline instruments::RationalMatrix matrix_of_action(const instruments::RationalMatrix& A,
                                                    const instruments::RationalMatrix& B)
{
  return instruments::matrix_of_map(B.cols(), A.cols(),
                                    [&](const auto& M) { return act(A, B, M); });
}

/// X + 28 I: no row of three entries up to 9 outweighs that diagonal, so it is invertible.
inline instruments::RationalMatrix invertible(const arma::mat& X)
{
  return instruments::RationalMatrix(X + 28 * arma::eye(arma::size(X)));
}

/// Whether det(x I - A (x) B) = prod (x - s_jj t_ii): with the triangular matrices S and T that A and B
/// are similar to, the value of the characteristic polynomial of M -> B M A^T at x. In 3-laws.cpp.
bool has_products_for_spectrum(const instruments::RationalMatrix& A,
                               const instruments::RationalMatrix& B,
                               const instruments::RationalMatrix& S,
                               const instruments::RationalMatrix& T,
                               const instruments::Rational& x);

/// Multiplications of a head W_O W_V x A^T, n dimensions, r in the head, K tokens, in its five orders:
/// W_O((W_V x)A^T), (W_O(W_V x))A^T, W_O(W_V(x A^T)), ((W_O W_V)x)A^T, (W_O W_V)(x A^T).
inline std::array<double, 5> orders_of_head(double n, double r, double K)
{
  const double attend_outside = 2 * n * r * K + n * K * K;
  const double formed = n * n * r + n * n * K + n * K * K;
  return {2 * n * r * K + r * K * K, attend_outside, attend_outside, formed, formed};
}

} // namespace epreuve
