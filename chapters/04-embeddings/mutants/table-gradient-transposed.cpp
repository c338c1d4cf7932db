// [table_gradient] your gradient is N x n; it has the shape of A, n x N
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  arma::mat gradient(N, dx.n_rows, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    gradient.row(tokens(k)) += dx.col(k).t();
  return gradient;
}
