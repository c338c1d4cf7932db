// [causal_attention] a masked score is 0 in your pattern before the softmax, and e^0 = 1: the future is heard
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A.elem(arma::find_nonfinite(masked_scores(A))).zeros();
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
