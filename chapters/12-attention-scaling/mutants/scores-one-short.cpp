// [attention_scores] you leave out the last coordinate: i runs from 0 to d - 1, both included
arma::mat exercise::attention_scores(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S(Q.n_cols, K.n_cols, arma::fill::zeros);
  for (arma::uword i = 0; i < Q.n_cols; ++i)
    for (arma::uword j = 0; j < K.n_cols; ++j)
      for (arma::uword l = 0; l + 1 < Q.n_rows; ++l)
        S(i, j) += Q(l, i) * K(l, j);
  return S;
}
