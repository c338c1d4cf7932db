// [next_stream] W_in and W_out are exchanged: W_in comes before ReLU, W_out after it
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_in * arma::mat(arma::clamp(block.W_out * x, 0,
                                                std::numeric_limits<double>::infinity()));
}
