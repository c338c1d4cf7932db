// [vectorized] your last column is on top; the first one belongs on top
arma::vec exercise::vectorized(const arma::mat& M)
{
  arma::mat v;
  for (arma::uword j = 0; j < M.n_cols; ++j)
    v = arma::join_cols(arma::mat(M.col(j)), v);
  return v.col(0);
}
