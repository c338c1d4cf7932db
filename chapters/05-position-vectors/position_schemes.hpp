#pragma once

#include <armadillo>

#include <functional>
#include <string>
#include <vector>

/// Ways to tell a model where its tokens are, and questions to each. Positions count from 0.
namespace epreuve::instruments {

/// A scheme's image of a vector x at position k, and its score of a query at i and a key at j.
///
///     score = at(q, i) . at(v, j) - slope |i - j|
struct PositionScheme
{
  std::string name;
  std::function<arma::vec(arma::vec x, long k)>
      at; ///< throws Error where there is no such position
  double slope = 0;

  double score(const arma::vec& q, long i, const arma::vec& v, long j) const;
};

/// Position vectors by the formula, a table of `trained` arbitrary columns (as before any training), rotary embedding,
/// ALiBi with the slope 1/16, and no positions (a mask alone).
/// @param n  even, > 0
std::vector<PositionScheme> position_schemes(arma::uword n, arma::uword trained);

/// Whether there are positions beyond `trained`, up to a million.
bool beyond_training(const PositionScheme& scheme, arma::uword n, long trained);
/// Whether x at any position up to `last` is no longer than |x| + sqrt(n): at 0, 1, 3, 7, ...
bool bounded(const PositionScheme& scheme, const arma::vec& x, long last);
/// Whether one matrix leads from x at position k to x at k + 1 for all k < 600: what is left by least squares.
bool one_matrix_moves(const PositionScheme& scheme, const arma::vec& x);
/// Whether the score of q and v stays as it is when both move by 1, 10 or 500 places.
bool scores_know_the_shift_alone(const PositionScheme& scheme, const arma::vec& q,
                                 const arma::vec& v);
/// Whether each further place up to 300 lowers the score of q and v.
bool scores_fall(const PositionScheme& scheme, const arma::vec& q, const arma::vec& v);

} // namespace epreuve::instruments
