// [head_by_columns] your keys ask and your queries answer: exchange the two
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x, V = head.W_V * x;
  return V * pattern_by_rows(K.t(), Q.t()).t();
}
