// [causal_attention] nothing is masked: a token hears those after it
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
