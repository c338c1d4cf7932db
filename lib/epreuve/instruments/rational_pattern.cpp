#include "epreuve/instruments/rational_pattern.hpp"

#include "epreuve/error.hpp"

namespace epreuve::instruments {

static Rational power_of_two(const Rational& score)
{
  if (denominator(score) != 1 || abs(score) > 4096)
    throw Error("rational_pattern: S must hold integers from -4096 to 4096, got {}", score.str());
  const int s = int(numerator(score));
  const boost::multiprecision::cpp_int one = 1;
  return s < 0 ? Rational(one, one << -s) : Rational(one << s);
}

RationalMatrix rational_pattern(const RationalMatrix& S)
{
  if (S.rows() == 0 || S.cols() == 0)
    throw Error("rational_pattern: S must hold at least one score, got {} x {}", S.rows(),
                S.cols());
  RationalMatrix A(S.rows(), S.cols());
  for (arma::uword i = 0; i < S.rows(); ++i) {
    Rational sum = 0;
    for (arma::uword j = 0; j < S.cols(); ++j)
      sum += A(i, j) = power_of_two(S(i, j));
    for (arma::uword j = 0; j < S.cols(); ++j)
      A(i, j) /= sum;
  }
  return A;
}

} // namespace epreuve::instruments
