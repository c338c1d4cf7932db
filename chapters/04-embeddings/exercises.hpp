#pragma once

#include "epreuve/exercises/student.hpp"

/// What you write for chapter 04, embeddings. The bodies go into exercises.cpp.
///
/// Throughout, indices count from 0, and the embedding matrix A is n x N: a column for each of N tokens.
namespace exercise {

/// # Look it up
/// 2 points, 1 star: exo7 2.1
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

/// # The same as a product
/// 1 point, 1 star: exo7 2.1
/// The identifying vectors of a text, with which A is to be multiplied to give the same:
/// looked_up(A, tokens) = A one_hot(tokens, N).
///
/// @param tokens  K numbers below N
/// @param N       >= 1, the size of the vocabulary
/// @return        N x K, a single 1 in each column
arma::mat one_hot(const arma::uvec& tokens, arma::uword N);

/// # How many weights
/// 1 point, 1 star: notes, Étape 1
/// How many weights a model has in front of its first layer: a table with a vector of n numbers for each of N
/// tokens, and one for each of the places of a context. And behind its last: the unembedding has a row
/// of n numbers for each token, unless it is tied, when it is the table of tokens used again.
///
/// @param n, N, context  >= 1
/// @param tied           1 if the unembedding is tied, 0 if not
/// @return               their number; it may be larger than 2^32
arma::uword table_weights(arma::uword n, arma::uword N, arma::uword context, arma::uword tied);

/// # What the table learns
/// 3 points, 2 stars: exo7 2.1
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

/// # An image as a sentence
/// 3 points, 2 stars: notes, Étape 1
/// An image cut into square patches, each a column: the columns of the patch on top of each other.
/// Patches follow each other as one reads, the first row of patches from left to right, then the second.
///
/// @param image  H x W
/// @param P      >= 1, divides H and W
/// @return       P^2 x H W / P^2
arma::mat patches(const arma::mat& image, arma::uword P);

/// # Patches without cutting
/// 3 points, 2 stars: notes, Étape 1
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

/// # The angle between two words
/// 1 point, 1 star: notes, Étape 1
/// The cosine of the angle between two vectors, neither of them 0.
///
/// @param u, v  of the same length
double cosine(const arma::vec& u, const arma::vec& v);

/// # Woman is to man as ...
/// 3 points, 3 stars: notes, Étape 1
/// What is to c as b is to a? Of all other tokens, the one whose vector has the largest cosine with
/// v_b - v_a + v_c; of several, the first. Even the largest cosine may be negative.
///
/// @param A        n x N, N >= 4, no column 0
/// @param a, b, c  three different tokens; v_b - v_a + v_c is not 0
/// @return         a token other than these three
arma::uword analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c);

/// # The company of words
/// 3 points, 3 stars: notes, Étape 1
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

} // namespace exercise

// Hints, shown one at a time by ./epreuve hint

// [looked_up]
// - How many rows and how many columns does the result have?
// - Column k of the result is a column of A. Which one, if token k is tokens(k)?
// - One loop over the text, x.col(k) = A.col(tokens(k)). No product is needed.

// [one_hot]
// - A has N columns, so what it multiplies has N rows.
// - Column k is e_i, where i is the token at place k: zeros but for row i.
// - Start with zeros, arma::mat(N, K, arma::fill::zeros), and set one entry per column to 1.

// [table_weights]
// - A table has n numbers for each of its entries.
// - There are two tables before the first layer; the unembedding is a third one unless it is tied.
// - GPT-2: 768 · 50 257 for the tokens, 768 · 1024 for the places, and nothing more: it is tied.

// [table_gradient]
// - The result has the shape of A. What stands in the column of a token that does not occur?
// - Column k of dx says how the loss changes with the vector at place k, which is column tokens(k) of A.
// - Start with zeros and add dx.col(k) to the column tokens(k), for each place k; with += a token that occurs twice
//   gets both.

// [patches]
// - How many patches are there from top to bottom, and how many from left to right?
// - Patch (i, j) begins at row i P and column j P of the image. It becomes column i (W / P) + j.
// - image.submat(row, column, arma::size(P, P)) is a square of the image, and arma::vectorise puts its columns on top
//   of each other.

// [strided_convolution]
// - Where can the upper left corner of the kernel lie, if all of it is to be in the image?
// - At rows 0, s, 2 s, ... up to H - h: that are (H - h) / s + 1, with the quotient rounded down.
// - y(i, j) is the sum of all entries of kernel % the part of the image that begins at row i s, column j s and is as
//   large as the kernel.

// [cosine]
// - u . v = |u| |v| cos: which of these has Armadillo a function for?
// - arma::dot(u, v) is the product and arma::norm(u) the length.
// - Try u = (2, 0) and v = (3, 3): the cosine of 45 degrees is 0.707.

// [analogy]
// - If the analogy were exact, v_d - v_c = v_b - v_a. What would v_d be?
// - Go through all tokens but a, b and c, and remember the one with the largest cosine so far.
// - You have cosine(u, v) from the exercise before: call it with A.col(d) and v_b - v_a + v_c.

// [mutual_information]
// - First make shares of the counts: divide by their sum. What are the sums of rows and of columns?
// - arma::sum(P, 1) is the column of the P_c and arma::sum(P, 0) the row of the P_w; the product of the two is a
//   matrix.
// - With chance = arma::sum(P, 1) * arma::sum(P, 0), the result is the logarithm of (P + kappa chance) divided, entry
//   by entry, by (1 + kappa) chance.
