// [next_token_loss] that is the logarithm of the mean probability; it is the logarithms that are averaged
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = arma::exp(logits.col(k) - logits.col(k).max());
    sum += x(tokens(k + 1)) / arma::accu(x);
  }
  return -std::log(sum / double(tokens.n_elem - 1));
}
