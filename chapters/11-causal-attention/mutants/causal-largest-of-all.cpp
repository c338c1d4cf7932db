// [causal_attention] you subtract the largest score before the mask; where it is then masked and far above the rest, all exponentials are 0, and 0 / 0 is left
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(masked_scores(A));
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
