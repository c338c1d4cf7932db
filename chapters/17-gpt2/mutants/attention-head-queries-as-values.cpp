// [attention_head] you mix the queries; mix the values, W_V x
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const arma::mat Q = head.W_Q * x;
  return Q * attention_pattern(Q, head.W_K * x).t();
}
