// [next_token_loss] K tokens are K - 1 predictions: the mean divides by K - 1
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum / double(tokens.n_elem);
}
