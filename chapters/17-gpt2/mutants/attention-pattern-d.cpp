// [attention_pattern] you divide the scores by d; divide them by the square root of d
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat S = causal_mask(Q.t() * K / static_cast<double>(Q.n_rows));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    S.row(i) = arma::exp(S.row(i) - S.row(i).max());
    S.row(i) /= arma::accu(S.row(i));
  }
  return S;
}
