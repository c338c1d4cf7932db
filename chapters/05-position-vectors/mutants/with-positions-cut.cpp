// [with_positions] you leave out the tokens beyond the table; the result must be empty
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  if (first >= P.n_cols)
    return {};
  const arma::uword K = std::min(X.n_cols, P.n_cols - first);
  return X.head_cols(K) + P.cols(first, first + K - 1);
}
