#include "epreuve/math/residual_stream.hpp"

#include "epreuve/error.hpp"

namespace epreuve::math {

namespace {

void require_square(const char* name, const arma::mat& W, arma::uword n)
{
  if (W.n_rows != n || W.n_cols != n)
    throw Error("residual stream: {} must be {} x {}, as the stream has {} rows, got {} x {}", name,
                n, n, n, W.n_rows, W.n_cols);
}

} // namespace

arma::mat block_output(const StreamBlock& block, const arma::mat& x)
{
  require_square("W_in", block.W_in, x.n_rows);
  require_square("W_out", block.W_out, x.n_rows);
  if (!block.b)
    throw Error("residual stream: a block has no function b");
  arma::mat y = block.b(block.W_in * x);
  if (arma::size(y) != arma::size(x))
    throw Error("residual stream: b must return {} x {}, as many as it was given, got {} x {}",
                x.n_rows, x.n_cols, y.n_rows, y.n_cols);
  return y;
}

std::vector<arma::mat> residual_stream(const std::vector<StreamBlock>& blocks, const arma::mat& x_1)
{
  std::vector<arma::mat> x{x_1};
  for (const StreamBlock& block : blocks)
    x.emplace_back(x.back() + block.W_out * block_output(block, x.back()));
  return x;
}

std::vector<arma::mat> read_by_source(const arma::mat& W, const std::vector<StreamBlock>& blocks,
                                      const arma::mat& x_1)
{
  if (W.n_cols != x_1.n_rows)
    throw Error("residual stream: W must have {} columns, as the stream has {} rows, got {} x {}",
                x_1.n_rows, x_1.n_rows, W.n_rows, W.n_cols);
  std::vector<arma::mat> terms{W * x_1};
  arma::mat x = x_1;
  for (const StreamBlock& block : blocks) {
    const arma::mat y = block_output(block, x);
    terms.emplace_back((W * block.W_out) * y);
    x += block.W_out * y;
  }
  return terms;
}

} // namespace epreuve::math
