// [table_gradient] you divide by how often a token occurs; the gradients add up, there is no mean
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  arma::mat gradient(dx.n_rows, N, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    gradient.col(tokens(k)) += dx.col(k);
  for (arma::uword i = 0; i < N; ++i) {
    arma::uword count = 0;
    for (const arma::uword token : tokens)
      count += token == i;
    if (count > 1)
      gradient.col(i) /= static_cast<double>(count);
  }
  return gradient;
}
