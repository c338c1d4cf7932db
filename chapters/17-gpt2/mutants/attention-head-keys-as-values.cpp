// [attention_head] you mix the keys; mix the values, W_V x
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat K = head.W_K * x;
  return K * attention_pattern(head.W_Q * x, K).t();
}
