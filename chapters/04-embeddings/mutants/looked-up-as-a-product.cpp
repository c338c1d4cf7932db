// [looked_up] you multiply A by a matrix of N rows and K columns, 19 GB for a large vocabulary; copy the columns
arma::mat exercise::looked_up(const arma::mat& A, const arma::uvec& tokens)
{
  arma::mat e(A.n_cols, tokens.n_elem, arma::fill::zeros);
  for (arma::uword k = 0; k < tokens.n_elem; ++k)
    e(tokens(k), k) = 1;
  return A * e;
}
