// [next_token_loss] you ask each column for the token that it has just read; it is about the next one
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k));
  }
  return sum / double(tokens.n_elem);
}
