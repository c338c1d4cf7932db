// [head_by_columns] your softmax is over queries; each query shares out its attention over the keys
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  return V * pattern_by_rows(K.t(), Q.t());
}
