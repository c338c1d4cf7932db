// [cross_attention] your values are made of x; it is y that answers
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  const arma::mat Q = head.W_Q * x, K = head.W_K * y, V = head.W_V * x;
  return V * pattern_by_rows(Q.t(), K.t()).t();
}
