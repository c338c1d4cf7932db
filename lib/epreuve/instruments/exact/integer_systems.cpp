#include "epreuve/instruments/exact/integer_systems.hpp"

#include "epreuve/error.hpp"

#include <numeric>

namespace epreuve::instruments {

RationalMatrix draw_integers(evidence::Draw& draw, const std::string& name, arma::uword n_rows,
                             arma::uword n_cols)
{
  return RationalMatrix(draw.integer_matrix(name, n_rows, n_cols, -3, 3));
}

System full_rank_system(evidence::Draw& draw, arma::uword least_extra, arma::uword most_extra)
{
  const arma::uword n = draw.size("n", 1, 3);
  const arma::uword N = n + draw.size("N - n", least_extra, most_extra);
  arma::mat A = draw.integer_matrix("A", n, N, -3, 3);
  if (rank(RationalMatrix(A)) < n)
    A.diag() += 10;
  return {RationalMatrix(A), draw_integers(draw, "y", n, 1)};
}

RationalMatrix lagrange_solution(const System& system, const std::vector<Rational>& w)
{
  const arma::uword n = system.A.rows(), N = system.A.cols();
  if (w.size() != N)
    throw Error("lagrange_solution: expected a weight for each of {} unknowns, got {}", N,
                w.size());
  if (system.y.rows() != n || system.y.cols() != 1)
    throw Error("lagrange_solution: expected y to be {} x 1, got {} x {}", n, system.y.rows(),
                system.y.cols());
  RationalMatrix K(N + n, N + n), right(N + n, 1), x(N, 1);
  for (arma::uword i = 0; i < N; ++i)
    K(i, i) = w[i];
  for (arma::uword i = 0; i < n; ++i) {
    right(N + i, 0) = system.y(i, 0);
    for (arma::uword j = 0; j < N; ++j)
      K(N + i, j) = K(j, N + i) = system.A(i, j);
  }
  const RationalMatrix solution = inverse(K) * right;
  for (arma::uword i = 0; i < N; ++i)
    x(i, 0) = solution(i, 0);
  return x;
}

RationalMatrix shortest_solution(const System& system)
{
  return lagrange_solution(system, std::vector<Rational>(system.A.cols(), 1));
}

RationalMatrix another_solution(const System& system)
{
  std::vector<Rational> weights(system.A.cols());
  std::iota(weights.begin(), weights.end(), 1);
  return lagrange_solution(system, weights);
}

bool is_zero(const RationalMatrix& A)
{
  return A == RationalMatrix(A.rows(), A.cols());
}

Rational squared_norm(const RationalMatrix& x)
{
  return (transpose(x) * x)(0, 0);
}

} // namespace epreuve::instruments
