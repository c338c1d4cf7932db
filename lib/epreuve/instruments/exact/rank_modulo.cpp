#include "epreuve/instruments/exact/rank_modulo.hpp"

#include "epreuve/error.hpp"

#include <cstdint>

namespace epreuve::instruments {
namespace {

constexpr std::uint64_t p = (std::uint64_t{1} << 31) - 1;

/// a^{p-2}, which is 1/a: Fermat.
std::uint64_t inverse_modulo(std::uint64_t a)
{
  std::uint64_t inverse = 1;
  for (std::uint64_t exponent = p - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1)
      inverse = inverse * a % p;
    a = a * a % p;
  }
  return inverse;
}

std::uint64_t modulo(const Rational& number)
{
  using Integer = boost::multiprecision::cpp_int;
  const Integer remainder = numerator(number) % p;
  const auto above = static_cast<std::uint64_t>(Integer(remainder < 0 ? remainder + p : remainder));
  const auto below = static_cast<std::uint64_t>(Integer(denominator(number) % p));
  if (below == 0)
    throw Error("rank_modulo_prime: no entry may have a denominator that 2^31 - 1 divides");
  return above * inverse_modulo(below) % p;
}

} // namespace

arma::uword rank_modulo_prime(const RationalMatrix& A)
{
  std::vector<std::vector<std::uint64_t>> M(A.rows());
  for (arma::uword i = 0; i < A.rows(); ++i)
    for (arma::uword j = 0; j < A.cols(); ++j)
      M[i].push_back(modulo(A(i, j)));

  arma::uword rank = 0;
  for (arma::uword col = 0; col < A.cols() && rank < A.rows(); ++col) {
    arma::uword found = rank;
    while (found < A.rows() && M[found][col] == 0)
      ++found;
    if (found == A.rows())
      continue;
    std::swap(M[rank], M[found]);
    const std::uint64_t inverse = inverse_modulo(M[rank][col]);
    for (arma::uword i = rank + 1; i < A.rows(); ++i) {
      const std::uint64_t factor = p - M[i][col] * inverse % p;
      for (arma::uword j = col; j < A.cols(); ++j)
        M[i][j] = (M[i][j] + factor * M[rank][j]) % p;
    }
    ++rank;
  }
  return rank;
}

} // namespace epreuve::instruments
