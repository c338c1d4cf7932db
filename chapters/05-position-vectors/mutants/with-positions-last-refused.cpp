// [with_positions] you refuse a sentence that ends at the last position; position L - 1 is still in the table
arma::mat exercise::with_positions(const arma::mat& X, const arma::mat& P, arma::uword first)
{
  if (first + X.n_cols >= P.n_cols)
    return {};
  return X + P.cols(first, first + X.n_cols - 1);
}
