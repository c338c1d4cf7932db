// [attention_pattern] overflow: subtract each row's maximum before taking exponentials
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat e = arma::exp(causal_mask(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows))));
  arma::mat A = e;
  for (arma::uword i = 0; i < A.n_rows; ++i)
    A.row(i) = e.row(i) / arma::sum(e.row(i));
  return A;
}
