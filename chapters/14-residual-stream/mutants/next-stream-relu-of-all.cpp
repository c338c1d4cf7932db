// [next_stream] you cut the whole stream at 0; only what the block reads goes through ReLU
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  const arma::mat inside = arma::clamp(block.W_in * x, 0, std::numeric_limits<double>::infinity());
  return arma::clamp(x + block.W_out * inside, 0, std::numeric_limits<double>::infinity());
}
