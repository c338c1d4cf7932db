// [attention_head] your queries and keys are exchanged: queries are W_Q x, keys W_K x
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat K = head.W_K * x, Q = head.W_Q * x, V = head.W_V * x;
  return V * attention_pattern(K, Q).t();
}
