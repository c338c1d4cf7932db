// [attention_head] the mask is missing: a token may not look at those after it
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  arma::mat A =
      (head.W_Q * x).t() * (head.W_K * x) / std::sqrt(static_cast<double>(head.W_Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    A.row(i) = arma::exp(A.row(i) - A.row(i).max());
    A.row(i) /= arma::accu(A.row(i));
  }
  return head.W_V * x * A.t();
}
