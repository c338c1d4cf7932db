// [attention_head] you divide by the root of n; the scores are sums of d products, d the rows of W_Q
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const double d = head.W_Q.n_rows, n = x.n_rows;
  const arma::mat queries = head.W_Q * x * std::sqrt(d / n);
  return head.W_V * x * attention_pattern(queries, head.W_K * x).t();
}
