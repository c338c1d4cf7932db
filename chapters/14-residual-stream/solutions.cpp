#include "exercises.hpp"

// [token_updated]
arma::mat exercise::token_updated(const arma::mat& x, arma::uword t, const arma::vec& y)
{
  arma::mat next = x;
  next.col(t) += y;
  return next;
}

// [next_stream]
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  const arma::mat inside = block.W_in * x;
  return x + block.W_out * arma::mat(arma::clamp(inside, 0, arma::datum::inf));
}

// [block_3_receives]
arma::mat exercise::block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of)
{
  return of.Z * (u_0 + of.X * u_1);
}

// [virtual_sizes]
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  arma::mat sizes(blocks.size(), blocks.size(), arma::fill::zeros);
  for (arma::uword j = 0; j < blocks.size(); ++j)
    for (arma::uword i = 0; i < j; ++i)
      sizes(j, i) = arma::norm(blocks[j].W_in * blocks[i].W_out, "fro");
  return sizes;
}

// [paths_of_length]
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  // of[m]: all paths of length m through the layers so far; a further layer is passed by or gone through.
  std::vector<arma::mat> of(k + 1, arma::mat(W[0].n_rows, W[0].n_rows, arma::fill::zeros));
  of[0].eye();
  for (const arma::mat& layer : W)
    for (arma::uword m = k; m > 0; --m)
      of[m] += layer * of[m - 1];
  return of[k];
}

// [gradient_before]
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  const arma::mat slope = arma::conv_to<arma::mat>::from(block.W_in * x > 0);
  return g + block.W_in.t() * (slope % (block.W_out.t() * g));
}
