// [attention_head] your result is A V^T, the transpose: tokens are columns
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  return attention_pattern(head.W_Q * x, head.W_K * x) * (head.W_V * x).t();
}
