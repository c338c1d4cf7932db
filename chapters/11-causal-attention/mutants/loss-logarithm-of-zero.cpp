// [next_token_loss] a probability that underflows to 0 has an infinite logarithm: take the logarithm of the sum, and subtract the token's logit
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k + 1 < tokens.n_elem; ++k) {
    const arma::vec x = arma::exp(logits.col(k) - logits.col(k).max());
    sum -= std::log(x(tokens(k + 1)) / arma::accu(x));
  }
  return sum / double(tokens.n_elem - 1);
}
