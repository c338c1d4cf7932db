// [attention_head] your result has a row for each token (A V^T); tokens are columns, so it is V A^T, d x K
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat V = (head.W_V * x).t();
  return attention_pattern(head.W_Q * x, head.W_K * x) * V;
}
