// [head_by_rows] your result is the transpose: outputs are to be rows
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  return (pattern_by_rows(X * head.W_Q, X * head.W_K) * X * head.W_V).t();
}
