// Chapter 14, residual-stream. Replace each `throw NotStarted();` by what exercises.hpp asks for;
// ./epreuve check residual-stream checks it.

#include "exercises.hpp"

// [token_updated] One token is updated
arma::mat exercise::token_updated(const arma::mat& x, arma::uword t, const arma::vec& y)
{
  throw NotStarted();
}

// [next_stream] Read, process, write
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  throw NotStarted();
}

// [block_3_receives] What block 3 receives
arma::mat exercise::block_3_receives(const arma::mat& u_0, const arma::mat& u_1, const Corners& of)
{
  throw NotStarted();
}

// [virtual_sizes] Who can be heard by whom
arma::mat exercise::virtual_sizes(const std::vector<Block>& blocks)
{
  throw NotStarted();
}

// [paths_of_length] All paths of one length
arma::mat exercise::paths_of_length(const std::vector<arma::mat>& W, arma::uword k)
{
  throw NotStarted();
}

// [gradient_before] The gradient comes back through a block
arma::mat exercise::gradient_before(const arma::mat& x, const Block& block, const arma::mat& g)
{
  throw NotStarted();
}
