// [attention_scores] your result has d rows and d columns; there is a row for each query and a column for each key, n_q x n_k
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_rows, K.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j)
      S(i, j) = arma::dot(Q.col(i), K.col(j));
  return S;
}
