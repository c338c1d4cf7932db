// [next_token_loss] your last column is asked for the first token; it is about one that nobody knows, and does not count
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 0; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens((k + 1) % tokens.n_elem));
  }
  return sum / double(tokens.n_elem);
}
