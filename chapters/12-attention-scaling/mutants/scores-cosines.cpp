// [attention_scores] you compare directions; do not divide the dot product by the lengths of q and k
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_cols, K.n_cols);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j) {
      const double lengths = arma::norm(Q.col(i)) * arma::norm(K.col(j));
      S(i, j) = lengths > 0 ? arma::dot(Q.col(i), K.col(j)) / lengths : 0;
    }
  return S;
}
