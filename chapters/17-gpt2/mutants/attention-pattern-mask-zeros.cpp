// [attention_pattern] the future's scores are 0, not minus infinity: e^0 is 1, so softmax still looks there
arma::mat exercise::attention_pattern(const arma::mat& Q, const arma::mat& K)
{
  arma::mat A = arma::trimatl(Q.t() * K / std::sqrt(static_cast<double>(Q.n_rows)));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return A;
}
