// [next_token_loss] only the last prediction is counted; a causal model answers at every place, and all answers count
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = tokens.n_elem - 2; k < tokens.n_elem - 1; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k + 1));
  }
  return sum;
}
