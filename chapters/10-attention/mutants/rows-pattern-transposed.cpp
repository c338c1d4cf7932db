// [head_by_rows] you mix by the columns of the pattern: where tokens are rows nothing is transposed but K
arma::mat exercise::head_by_rows(const exercise::RowHead& head, const arma::mat& X)
{
  return pattern_by_rows(X * head.W_Q, X * head.W_K).t() * X * head.W_V;
}
