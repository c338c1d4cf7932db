// [stable_softmax] you cut large logits off, which changes their ratios; subtract the maximum from all instead
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(arma::clamp(x, -700, 700));
}
