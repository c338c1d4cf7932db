// [causal_attention] you mask after the softmax: the weights of a row sum to less than 1, and how much less, the future decides
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  A.elem(arma::find_nonfinite(masked_scores(A))).zeros();
  return V * A.t();
}
