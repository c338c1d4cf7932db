// [attention_head] the scores are not divided by the root of d
arma::mat exercise::attention_head(const Head& head, const arma::mat& x)
{
  const double root = std::sqrt(static_cast<double>(head.W_Q.n_rows));
  return head.W_V * x * attention_pattern(root * head.W_Q * x, head.W_K * x).t();
}
