#include "layer_directions.hpp"

#include "epreuve/error.hpp"

#include <cstdint>
#include <functional>
#include <utility>

namespace epreuve::instruments {

namespace {

/// The change of softmax to the base 2 by rows, over ln 2, when scores change by dS.
RationalMatrix pattern_change(const RationalMatrix& A, const RationalMatrix& dS)
{
  RationalMatrix dA = A;
  for (arma::uword i = 0; i < A.rows(); ++i) {
    Rational mean = 0;
    for (arma::uword j = 0; j < A.cols(); ++j)
      mean += A(i, j) * dS(i, j);
    for (arma::uword j = 0; j < A.cols(); ++j)
      dA(i, j) *= dS(i, j) - mean;
  }
  return dA;
}

/// A head on one sentence: what it adds changes with the direction E of one of its matrices.
struct HeadOnSentence
{
  const ExactHead& head;
  const RationalMatrix& x;
  RationalMatrix Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  RationalMatrix A = exact_pattern(head, x);

  RationalMatrix mixed(const RationalMatrix& dS) const
  {
    return head.W_O * V * transpose(pattern_change(A, dS));
  }
  RationalMatrix by_W_Q(const RationalMatrix& E) const { return mixed(transpose(E * x) * K); }
  RationalMatrix by_W_K(const RationalMatrix& E) const { return mixed(transpose(Q) * (E * x)); }
  RationalMatrix by_W_V(const RationalMatrix& E) const { return head.W_O * (E * x) * transpose(A); }
  RationalMatrix by_W_O(const RationalMatrix& E) const { return E * V * transpose(A); }
};

using Change = std::function<RationalMatrix(const HeadOnSentence&, const RationalMatrix&)>;

} // namespace

RationalMatrix derivative_by_weights(const std::vector<ExactHead>& heads,
                                     const std::vector<RationalMatrix>& sentences)
{
  if (heads.empty() || sentences.empty())
    throw Error("derivative_by_weights: needs a head and a sentence, got {} and {}", heads.size(),
                sentences.size());
  std::vector<RationalMatrix> columns;
  for (const ExactHead& head : heads) {
    std::vector<HeadOnSentence> runs;
    for (const RationalMatrix& x : sentences)
      runs.push_back({head, x});
    const std::pair<const RationalMatrix&, Change> matrices[]{{head.W_Q, &HeadOnSentence::by_W_Q},
                                                              {head.W_K, &HeadOnSentence::by_W_K},
                                                              {head.W_V, &HeadOnSentence::by_W_V},
                                                              {head.W_O, &HeadOnSentence::by_W_O}};
    for (const auto& [W, change] : matrices)
      for (arma::uword e = 0; e < W.rows() * W.cols(); ++e) {
        RationalMatrix E(W.rows(), W.cols()), column(1, 0);
        E(e % W.rows(), e / W.rows()) = 1;
        for (const HeadOnSentence& run : runs)
          column = join_rows(column, transpose(vec(change(run, E))));
        columns.push_back(column);
      }
  }
  RationalMatrix derivative(columns.front().cols(), columns.size());
  for (arma::uword e = 0; e < derivative.cols(); ++e)
    for (arma::uword i = 0; i < derivative.rows(); ++i)
      derivative(i, e) = columns[e](0, i);
  return derivative;
}

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
