// [cross_attention] your softmax is over those who ask; each query shares out its attention over the keys
arma::mat exercise::cross_attention(const exercise::Head& head, const arma::mat& x,
                                    const arma::mat& y)
{
  return head.W_V * y * pattern_by_rows((head.W_K * y).t(), (head.W_Q * x).t());
}
