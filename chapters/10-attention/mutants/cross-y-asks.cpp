// [cross_attention] your queries are made of y and your keys and values of x: the other way round
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  return head.W_V * x * pattern_by_rows((head.W_Q * y).t(), (head.W_K * x).t()).t();
}
