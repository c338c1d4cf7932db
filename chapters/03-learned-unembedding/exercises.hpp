#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 03, learned unembedding. The bodies go into exercises.cpp.
///
/// There are N tokens, counted from 0, and a network of two layers without bias or activation: A is n x N, B is
/// N x n. J is N x N, not negative and of sum 1: J_ji is how often token j comes directly after token i, so column i
/// is about what follows i. No column is 0.
namespace exercise {

/// The logits of the next token, after token i.
///
///     z = B A e_i,    e_i with a 1 at i and 0 elsewhere
///
/// There may be 100 000 tokens; B A would then take 80 GB.
///
/// @param A  n x N
/// @param B  N x n
/// @param i  0 <= i < N
/// @return   N logits
arma::vec logits_after(const arma::mat& A, const arma::mat& B, arma::uword i);

/// Cross-entropy of the next token, in nats: the loss of the logits Z over all pairs.
///
///     L = - sum_ij J_ji ln q_ji,    q_ji = e^{Z_ji} / sum_k e^{Z_ki}
///
/// @param Z  N x N, column i the logits after token i; of any finite size, thousands too
/// @param J  N x N
/// @return   L
double bigram_loss(const arma::mat& Z, const arma::mat& J);

/// How the loss of the network changes with B: the gradient of L(B A, J).
///
/// @param A  n x N
/// @param B  N x n, logits of size 100 at most
/// @param J  N x N
/// @return   N x n, entry (j, k) is dL / dB_jk
arma::mat unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J);

/// How it changes with A.
///
/// @param A  n x N
/// @param B  N x n, logits of size 100 at most
/// @param J  N x N
/// @return   n x N, entry (k, i) is dL / dA_ki
arma::mat embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J);

/// How it changes with A if there is one matrix for both layers, B = A^T.
///
/// @param A  n x N, logits of size 100 at most
/// @param J  N x N
/// @return   n x N, entry (k, i) is dL / dA_ki
arma::mat tied_gradient(const arma::mat& A, const arma::mat& J);

/// The logits for which the loss is least. There are many; return those whose columns have mean 0.
///
/// @param J  N x N, all entries positive, however small
/// @return   N x N
arma::mat optimal_logits(const arma::mat& J);

/// How many dimensions a network needs to say exactly what follows what: the least n for which some A and B, n x N
/// and N x n, have softmax of every column of B A equal to P. (With n = 0 all logits are 0.)
///
///     P_ji = 2^{M_ji} / sum_k 2^{M_ki}
///
/// @param M  N x N, small whole numbers
/// @return   n
arma::uword dimensions_needed(const arma::mat& M);

EXERCISES(logits_after, bigram_loss, unembedding_gradient, embedding_gradient, tied_gradient,
          optimal_logits, dimensions_needed)

} // namespace exercise
