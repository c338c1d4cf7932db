#include "epreuve/instruments/heads/layer_directions.hpp"

#include "epreuve/error.hpp"

#include <functional>

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

} // namespace epreuve::instruments
