// [head_by_rows] W X is for tokens as columns; where they are rows, X is on the left
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  return pattern_by_rows(head.W_Q * X, head.W_K * X) * head.W_V * X;
}
