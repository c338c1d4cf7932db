#pragma once

#include <armadillo>

#include <functional>
#include <vector>

namespace epreuve::math {

/// A block of a residual stream: it reads the stream through W_in, computes, and writes through W_out.
///
/// Source: exo7 3.2.
struct StreamBlock
{
  arma::mat W_in;                               ///< n x n
  std::function<arma::mat(const arma::mat&)> b; ///< from n x K to n x K, any function
  arma::mat W_out;                              ///< n x n
};

/// A block's answer to a stream x, before W_out: b(W_in x).
///
/// @param x  n x K, tokens as columns
/// @return   n x K
/// @throws   Error if a shape does not fit, or b has no function
/// Source: exo7 3.2.
arma::mat block_output(const StreamBlock& block, const arma::mat& x);

/// The stream before each block and after the last one.
///
///     x_{i+1} = x_i + W_out^i b_i(W_in^i x_i)
///
/// @param x_1  n x K
/// @return     x_1, ..., x_{L+1} for L blocks
/// @throws     Error as block_output
/// Source: exo7 3.2, the corrected recurrence.
std::vector<arma::mat> residual_stream(const std::vector<StreamBlock>& blocks,
                                       const arma::mat& x_1);

/// The parts of W's reading after the last block, by their source: the stream that was there at first, then
/// what each block wrote, through the virtual weights W W_out^i.
///
///     W x_{L+1} = W x_1 + sum_i (W W_out^i) b_i(W_in^i x_i)
///
/// @param W  m x n, such as W_in of a later block
/// @return   the L + 1 terms, m x K each
/// @throws   Error as block_output, or if W does not have n columns
/// Source: exo7 3.3.
std::vector<arma::mat> read_by_source(const arma::mat& W, const std::vector<StreamBlock>& blocks,
                                      const arma::mat& x_1);

} // namespace epreuve::math
