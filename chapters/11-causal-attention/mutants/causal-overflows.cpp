// [causal_attention] the exponential of a score of thousands is infinite; subtract each row's largest score first
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = arma::exp(masked_scores(Q.t() * K / std::sqrt(double(Q.n_rows))));
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
