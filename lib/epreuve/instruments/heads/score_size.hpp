#pragma once

#include <armadillo>

namespace epreuve::instruments {

/// Root mean square of a head's scores, and of the part of them that varies with the key, which is all
/// that softmax sees.
struct ScoreSize
{
  double all;
  double by_keys;
};

/// The size of the scores of q = A x + a and k = B y + b after a layer norm without gain and bias,
/// averaged over all directions of the two tokens alike, without drawing. A normed token has mean 0 and
/// length sqrt(n), so that E[x] = 0, E[x x^T] = n/(n - 1) (I - 1 1^T / n), and
///
///     E[(q . k)^2] = tr((C_q + a a^T)(C_k + b b^T)),    by keys: tr((C_q + a a^T) C_k),
///     C_q = n/(n - 1) A (I - 1 1^T / n) A^T,  C_k likewise of B
///
/// @param A, B  r x n, n >= 2; the gain of the layer norm, if it has one, times the columns
/// @param a, b  r; W times the layer norm's bias included
/// @throws      Error if the shapes do not fit
ScoreSize score_size(const arma::mat& A, const arma::vec& a, const arma::mat& B,
                     const arma::vec& b);

} // namespace epreuve::instruments
