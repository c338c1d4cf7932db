#include "conditioned.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

using instruments::RationalMatrix;

namespace {

RationalMatrix odd_integers(arma::uword n)
{
  return RationalMatrix(
      arma::mat(2 * arma::randi<arma::mat>(n, 1, arma::distr_param(-50, 49)) + 1));
}

} // namespace

double relative_error(const RationalMatrix& x, const RationalMatrix& exact)
{
  if (x.cols() != 1 || exact.cols() != 1)
    throw Error("relative_error: expected two columns, got {} and {}", x.cols(), exact.cols());
  return arma::norm((x - exact).to_double()) / arma::norm(exact.to_double());
}

RationalMatrix reflection(const RationalMatrix& v)
{
  const Rational squared_norm = v.cols() == 1 ? (transpose(v) * v)(0, 0) : Rational(0);
  if (squared_norm == 0)
    throw Error("reflection: expected a column other than 0");
  return RationalMatrix::identity(v.rows()) - Rational(2) / squared_norm * (v * transpose(v));
}

ConditionedSystem system_of_condition(unsigned digits, arma::uword n, arma::uword N)
{
  if (n < 2 || N < n)
    throw Error("system_of_condition: expected 2 <= n <= N, got n = {}, N = {}", n, N);
  RationalMatrix S(n, N), S_inverse(N, n);
  for (arma::uword i = 0; i < n; ++i) {
    const auto exponent = static_cast<unsigned>(i * digits / (n - 1));
    S_inverse(i, i) = pow(Integer(10), exponent);
    S(i, i) = 1 / S_inverse(i, i);
  }
  const RationalMatrix U = reflection(odd_integers(n)), V = reflection(odd_integers(N));
  const RationalMatrix y = odd_integers(n);
  return {U * S * V, y, V * (S_inverse * (U * y))};
}

} // namespace epreuve::instruments
