// [match] A = W_Q^T W_K has n x n entries and takes too long; both numbers come from d x d products
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const auto row_of_A = [&](arma::uword i) { return arma::rowvec(W_Q.col(i).t() * W_K); };
  double trace = 0, squares = 0;
  for (arma::uword i = 0; i < W_Q.n_cols; ++i) {
    trace += row_of_A(i)(i);
    for (arma::uword j = 0; j < W_K.n_cols; ++j)
      squares += row_of_A(i)(j) * row_of_A(i)(j);
  }
  return trace / std::sqrt(squares);
}
