// [attention_pattern] rows must be queries: the scores are Q^T K, yours are K^T Q
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = causal_mask(K.t() * Q / std::sqrt(static_cast<double>(Q.n_rows)));
  arma::mat A(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec e = arma::exp(S.row(i) - S.row(i).max());
    A.row(i) = e / arma::accu(e);
  }
  return A;
}
