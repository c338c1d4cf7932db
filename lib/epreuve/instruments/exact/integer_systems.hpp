#pragma once

#include "epreuve/evidence/property.hpp"
#include "epreuve/instruments/exact/rational_matrix.hpp"

#include <armadillo>

#include <concepts>
#include <string>
#include <utility>
#include <vector>

/// Systems A x = y of small integers: fractions solve them exactly, so that a statement about every
/// system is true or false of each one drawn, and no tolerance can hide a mistake.
namespace epreuve::instruments {

using instruments::RationalMatrix;

struct System
{
  RationalMatrix A, y;
};

/// Integers from -3 to 3.
RationalMatrix draw_integers(evidence::Draw& draw, const std::string& name, arma::uword n_rows,
                             arma::uword n_cols);

/// A is n x N of rank n, with n from 1 to 3 and N - n from `least_extra` to `most_extra`; entries are
/// from -3 to 3. Where these lack rank 10 is added to the diagonal, and then every row of the leading
/// block has a diagonal entry (at least 7) above the sum of its others (at most 6): it is invertible.
System full_rank_system(evidence::Draw& draw, arma::uword least_extra = 0,
                        arma::uword most_extra = 3);

/// For Claim::property, a statement about every system of rank n, n <= N. It takes the System, and after
/// it the Draw if it draws more, and returns a bool.
template <typename Statement>
evidence::Predicate systems(Statement holds, arma::uword least_extra = 0,
                            arma::uword most_extra = 3)
{
  return [=](evidence::Draw& draw) {
    const System system = full_rank_system(draw, least_extra, most_extra);
    if constexpr (std::predicate<Statement, const System&>)
      return holds(system);
    else
      return holds(system, draw);
  };
}

/// The same for n < N, where there is something to choose.
template <typename Statement>
evidence::Predicate wide_systems(Statement holds)
{
  return systems(std::move(holds), 1);
}

/// Of all x with A x = y the one for which sum w_i x_i^2 is least, by Lagrange's multipliers.
///
///     ( W  A^T ) (x     )   (0)
///     ( A   0  ) (lambda) = (y),    W = diag(w_1, ..., w_N)
///
/// @param w  N, positive
/// @return   N x 1
/// @throws   Error unless w has N entries, A has rank n and y is n x 1
RationalMatrix lagrange_solution(const System& system, const std::vector<Rational>& w);

/// Weights 1: the shortest solution.
RationalMatrix shortest_solution(const System& system);
/// Weights 1, 2, ..., N: some other solution, where there is one.
RationalMatrix another_solution(const System& system);

bool is_zero(const RationalMatrix& A);
/// x^T x for a column x.
Rational squared_norm(const RationalMatrix& x);

} // namespace epreuve::instruments
