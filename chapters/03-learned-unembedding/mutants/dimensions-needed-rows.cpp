// [dimensions_needed] you centre the rows; softmax allows a constant for each column
arma::uword exercise::dimensions_needed(const arma::mat& M)
{
  const arma::mat X = M.each_col() - arma::mean(M, 1);
  return X.is_zero(1e-9) ? 0 : arma::rank(X, 1e-9);
}
