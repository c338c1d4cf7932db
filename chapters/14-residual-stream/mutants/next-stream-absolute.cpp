// [next_stream] you take the absolute value; ReLU makes 0 of what is negative
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * arma::mat(arma::abs(block.W_in * x));
}
