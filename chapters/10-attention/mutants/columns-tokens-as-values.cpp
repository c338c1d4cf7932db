// [head_by_columns] you mix the tokens themselves; what is passed on are the values W_V x
arma::mat exercise::head_by_columns(const exercise::Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * x;
  return x * pattern_by_rows(Q.t(), K.t()).t();
}
