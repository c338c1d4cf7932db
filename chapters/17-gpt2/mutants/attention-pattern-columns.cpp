// [attention_pattern] your softmax runs down the columns; each row is a distribution over the keys
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword j = 0; j < S.n_cols; ++j) {
    S.col(j) = arma::exp(S.col(j) - S.col(j).max());
    S.col(j) /= arma::accu(S.col(j));
  }
  return S;
}
