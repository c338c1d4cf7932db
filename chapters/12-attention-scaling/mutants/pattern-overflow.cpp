// [attention_pattern] overflow: subtract each row's largest score first
arma::mat exercise::attention_pattern(const arma::mat& S)
{
  arma::mat A(S.n_rows, S.n_cols);
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    double sum = 0;
    for (arma::uword j = 0; j < S.n_cols; ++j)
      sum += std::exp(S(i, j));
    for (arma::uword j = 0; j < S.n_cols; ++j)
      A(i, j) = std::exp(S(i, j)) / sum;
  }
  return A;
}
