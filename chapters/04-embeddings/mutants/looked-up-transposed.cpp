// [looked_up] your result has a row for each token; tokens are columns
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  arma::mat x(tokens.n_elem, A.n_rows);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    x.row(k) = A.col(tokens(k)).t();
  return x;
}
