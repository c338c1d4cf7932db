// [next_token_loss] you leave out the first column and take the last one; it is the first token that nobody predicts, and the last column that predicts nothing known
double exercise::next_token_loss(const arma::mat& logits, const arma::uvec& tokens)
{
  double sum = 0;
  for (arma::uword k = 1; k < tokens.n_elem; ++k) {
    const arma::vec x = logits.col(k) - logits.col(k).max();
    sum += std::log(arma::accu(arma::exp(x))) - x(tokens(k));
  }
  return sum / double(tokens.n_elem - 1);
}
