#pragma once

#include "epreuve/exercises/student.hpp"

/// The exercises of chapter 03, learned unembedding. The bodies go into exercises.cpp.
///
/// There are N tokens, counted from 0, and a network of two layers without bias or activation: A is n x N, B is
/// N x n. J is N x N, not negative and of sum 1: J_ji is how often token j comes directly after token i, so column i
/// is about what follows i. No column is 0.
namespace exercise {

/// # From a token to logits
/// 1 point, 1 star: exo7 2.3
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

/// # What the logits lose
/// 2 points, 2 stars: exo7 2.3
/// Cross-entropy of the next token, in nats: the loss of the logits Z over all pairs.
///
///     L = - sum_ij J_ji ln q_ji,    q_ji = e^{Z_ji} / sum_k e^{Z_ki}
///
/// @param Z  N x N, column i the logits after token i; of any finite size, thousands too
/// @param J  N x N
/// @return   L
double bigram_loss(const arma::mat& Z, const arma::mat& J);

/// # Back to the second layer
/// 3 points, 3 stars: exo7 2.3
/// How the loss of the network changes with B: the gradient of L(B A, J).
///
/// @param A  n x N
/// @param B  N x n, logits of size 100 at most
/// @param J  N x N
/// @return   N x n, entry (j, k) is dL / dB_jk
arma::mat unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J);

/// # Back to the first layer
/// 2 points, 3 stars: exo7 2.3
/// How it changes with A.
///
/// @param A  n x N
/// @param B  N x n, logits of size 100 at most
/// @param J  N x N
/// @return   n x N, entry (k, i) is dL / dA_ki
arma::mat embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J);

/// # One matrix, used twice
/// 3 points, 4 stars: exo7 2.3
/// How it changes with A if there is one matrix for both layers, B = A^T.
///
/// @param A  n x N, logits of size 100 at most
/// @param J  N x N
/// @return   n x N, entry (k, i) is dL / dA_ki
arma::mat tied_gradient(const arma::mat& A, const arma::mat& J);

/// # Where training ends
/// 2 points, 2 stars: exo7 2.3
/// The logits for which the loss is least. There are many; return those whose columns have mean 0.
///
/// @param J  N x N, all entries positive, however small
/// @return   N x N
arma::mat optimal_logits(const arma::mat& J);

/// # The softmax bottleneck
/// 4 points, 4 stars: exo7 2.3
/// How many dimensions a network needs to say exactly what follows what: the least n for which some A and B, n x N
/// and N x n, have softmax of every column of B A equal to P. (With n = 0 all logits are 0.)
///
///     P_ji = 2^{M_ji} / sum_k 2^{M_ki}
///
/// @param M  N x N, small whole numbers
/// @return   n
arma::uword dimensions_needed(const arma::mat& M);

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [logits_after]
// - What is A times a vector that is 1 at i and 0 elsewhere?
// - It is column i of A. In Armadillo columns count from 0: A.col(i).
// - Then one product of B with a vector, and never one of B with A.

// [bigram_loss]
// - ln q_ji is Z_ji less the logarithm of the sum of the exponentials of column i.
// - Each column has one such logarithm; J_ji says how often it is used with Z_ji.
// - e^1000 is infinite. Take the largest entry of a column out of the sum first: ln sum e^{z_k} = m + ln sum e^{z_k -
//   m}.

// [unembedding_gradient]
// - Begin with the logits: dL/dZ_ji is what the network says about j after i, less what is true, both as joint
//   frequencies.
// - The network's joint frequency is q_ji times the sum of column i of J.
// - Z = B A, so Z_ji = sum_k B_jk A_ki, and dL/dB_jk = sum_i dL/dZ_ji A_ki: G A^T.

// [embedding_gradient]
// - dL/dZ is the same matrix G as for the other layer.
// - Which entries of Z does A_ki take part in? Those of column i, with the weights B_jk.
// - dL/dA_ki = sum_j B_jk G_ji: B^T G.

// [tied_gradient]
// - A is used twice, so its gradient is a sum of two: as the first layer, and as the second.
// - With G = dL/dZ, the first layer gives B^T G with B = A^T, and the second G A^T, which is the gradient of B.
// - B is A transposed, so its gradient is to be transposed before they are added.

// [optimal_logits]
// - Where is the loss least? Where softmax of column i is the distribution of what follows token i.
// - A logarithm undoes the exponentials of softmax; constants added to a column change nothing.
// - So ln J will do as well as ln P. Then take the mean of each column off.

// [dimensions_needed]
// - Softmax of B A is P if and only if ln P is B A, up to a constant for each column.
// - ln P is ln 2 times M, up to such constants. Choose them so that the rank becomes as small as it can.
// - Constants cannot change the differences within a column. Subtract from each column its first entry, or its mean:
//   the rank of that is the answer. (Is it? The rank of M itself may be one more, or the same.)
// - arma::rank(X, 1e-9) is the number of singular values above 10^-9; for whole numbers that is safe.
