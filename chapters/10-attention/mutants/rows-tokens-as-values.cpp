// [head_by_rows] you mix the tokens themselves; what is passed on are the values X W_V
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  return pattern_by_rows(X * head.W_Q, X * head.W_K) * X;
}
