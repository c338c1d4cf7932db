// [causal_attention] query 0 is not that of token 0 where fewer tokens ask than answer: it is that of token n_k - n_q
arma::mat exercise::causal_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V)
{
  arma::mat A = Q.t() * K / std::sqrt(double(Q.n_rows));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = i + 1; j < A.n_cols; ++j)
      A(i, j) = -arma::datum::inf;
  A.each_col() -= arma::max(A, 1);
  A = arma::exp(A);
  A.each_col() /= arma::sum(A, 1);
  return V * A.t();
}
