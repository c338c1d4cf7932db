#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 04, embeddings. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, and the embedding matrix A is n x N: a column for each of N tokens.
namespace exercise {

/// The embedding of a text, looked up: for each of its tokens the column of A.
///
///     x = (v_{t_0} | v_{t_1} | ... )
///
/// A may have a column for each of a million tokens; only those of the text are to be touched.
///
/// @param A       n x N
/// @param tokens  K numbers below N; a token may occur more than once
/// @return        n x K
arma::mat looked_up(const arma::mat& A, const arma::uvec& tokens);

/// The identifying vectors of a text, with which A is to be multiplied to give the same:
/// looked_up(A, tokens) = A one_hot(tokens, N).
///
/// @param tokens  K numbers below N
/// @param N       >= 1, the size of the vocabulary
/// @return        N x K, a single 1 in each column
arma::mat one_hot(const arma::uvec& tokens, arma::uword N);

/// How many weights a model has in front of its first layer: a table with a vector of n numbers for each of N
/// tokens, and one for each of the places of a context. And behind its last: the unembedding has a row
/// of n numbers for each token, unless it is tied, when it is the table of tokens used again.
///
/// @param n, N, context  >= 1
/// @param tied           1 if the unembedding is tied, 0 if not
/// @return               their number; it may be larger than 2^32
arma::uword table_weights(arma::uword n, arma::uword N, arma::uword context, arma::uword tied);

/// The gradient of A, where x = looked_up(A, tokens) is the only place where A is used. A token that occurs
/// twice collects both gradients; a token that does not occur has none.
///
///     dL/dA = (dL/dx) one_hot(tokens, N)^T
///
/// @param dx      n x K, dL/dx
/// @param tokens  K numbers below N
/// @param N       the size of the vocabulary
/// @return        n x N
arma::mat table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N);

/// An image cut into square patches, each a column: the columns of the patch on top of each other.
/// Patches follow each other as one reads, the first row of patches from left to right, then the second.
///
/// @param image  H x W
/// @param P      >= 1, divides H and W
/// @return       P^2 x H W / P^2
arma::mat patches(const arma::mat& image, arma::uword P);

/// The same patches, each multiplied by a kernel and summed, without cutting anything out: a convolution
/// with a stride. The kernel is not turned round.
///
///     y_ij = sum_{a, b} kernel_ab image_{i s + a, j s + b}
///
/// @param image   H x W
/// @param kernel  h x w, with h <= H and w <= W
/// @param s       >= 1, the stride
/// @return        as many rows and columns as there are places where the kernel lies wholly in the image
arma::mat strided_convolution(const arma::mat& image, const arma::mat& kernel, arma::uword s);

/// The cosine of the angle between two vectors, neither of them 0.
///
/// @param u, v  of the same length
double cosine(const arma::vec& u, const arma::vec& v);

/// What is to c as b is to a? Of all other tokens, the one whose vector has the largest cosine with
/// v_b - v_a + v_c; of several, the first. Even the largest cosine may be negative.
///
/// @param A        n x N, N >= 4, no column 0
/// @param a, b, c  three different tokens; v_b - v_a + v_c is not 0
/// @return         a token other than these three
arma::uword analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c);

/// How much more often than by chance a context and a word have met: pointwise mutual information of
/// counts, to which a share kappa of chance is added.
///
///     M_cw = ln((P_cw + kappa P_c P_w) / ((1 + kappa) P_c P_w))
///     P_cw = C_cw / (sum of all counts),   P_c = sum_w P_cw,   P_w = sum_c P_cw
///
/// @param C      counts, a row for each context, a column for each word; no row and no column is all 0
/// @param kappa  > 0
/// @return       of the same shape
arma::mat mutual_information(const arma::mat& C, double kappa);

EXERCISES(looked_up, one_hot, table_weights, table_gradient, patches, strided_convolution, cosine,
          analogy, mutual_information)

} // namespace exercise
