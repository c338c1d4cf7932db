// [table_gradient] you look dx up as if it were the table: column k of dx belongs to place k, and goes to the column of the token that stands there
arma::mat exercise::table_gradient(const arma::mat& dx, const arma::uvec& tokens, arma::uword N)
{
  arma::mat gradient(dx.n_rows, N, arma::fill::zeros);
  for (arma::uword k = 0; k < N; ++k)
    for (arma::uword at = 0; at < tokens.n_elem; ++at)
      if (tokens(at) == k)
        gradient.col(k) += dx.col(k % dx.n_cols);
  return gradient;
}
