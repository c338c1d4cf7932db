// [head_by_columns] V A mixes by the columns of the pattern, which sum to anything; output i is mixed by row i, so V A^T
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  return V * pattern_by_rows(Q.t(), K.t());
}
