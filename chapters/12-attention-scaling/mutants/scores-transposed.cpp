// [attention_scores] your result is K^T Q, the transpose: rows are to be queries, columns keys
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(K.n_cols, Q.n_cols);
  for (arma::uword j = 0; j < K.n_cols; ++j)
    for (arma::uword i = 0; i < Q.n_cols; ++i)
      S(j, i) = arma::dot(Q.col(i), K.col(j));
  return S;
}
