// [next_stream] you apply ReLU to x; it belongs between W_in and W_out
arma::mat exercise::next_stream(const arma::mat& x, const Block& block)
{
  return x + block.W_out * block.W_in *
                 arma::mat(arma::clamp(x, 0, std::numeric_limits<double>::infinity()));
}
