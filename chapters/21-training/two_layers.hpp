#pragma once

#include <armadillo>

#include <cstdint>
#include <string>
#include <vector>

/// exo7's network of two dense layers, trained on pairs of successive words, and the six words of iaetnous.
namespace epreuve::instruments {

/// N words in, n coordinates, N logits out: column j of B A is what follows word j.
struct TwoLayers
{
  arma::mat A; ///< n x N, the embedding
  arma::mat B; ///< N x n, the unembedding
};

/// A, B with entries from -1/2 to 1/2: those of std::mt19937_64, the same on every machine.
TwoLayers untrained(arma::uword N, arma::uword n, std::uint64_t seed);

/// The mean cross-entropy of pairs, and its gradient:
///
///     L = -sum_ij P_ij ln softmax(B A e_j)_i,    G = softmax(B A) diag(1^T P) - P,    dL/dB = G A^T,  dL/dA = B^T G
///
/// @param P  N x N, P_ij how probable the pair is: word j, then word i; the sum is 1
double mean_cross_entropy(const TwoLayers& net, const arma::mat& P);
TwoLayers gradient(const TwoLayers& net, const arma::mat& P);

/// So many steps of gradient descent, net <- net - rate gradient.
TwoLayers descended(TwoLayers net, const arma::mat& P, double rate, unsigned steps);

/// What no network gets below: -sum_ij P_ij ln (P_ij / sum_i P_ij).
double least_cross_entropy(const arma::mat& P);

/// iaetnous's vocabulary, in its order.
const std::vector<std::string>& six_words();

/// How probable each pair is in an endless text of the sentences "I am a student <eos>", with this probability,
/// and "thanks <eos>".
arma::mat pairs_of_six_words(double of_the_student);

} // namespace epreuve::instruments
