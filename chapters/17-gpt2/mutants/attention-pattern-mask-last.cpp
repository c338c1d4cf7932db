// [attention_pattern] you mask after the softmax, so that rows no longer sum to 1; mask the scores
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  const arma::mat S = Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows));
  arma::mat A(arma::size(S));
  for (arma::uword i = 0; i < S.n_rows; ++i) {
    const arma::rowvec e = arma::exp(S.row(i) - S.row(i).max());
    for (arma::uword j = 0; j <= i; ++j)
      A(i, j) = e(j) / arma::accu(e);
  }
  return A;
}
