// [stable_softmax] your maximum starts at 0, but all logits may be negative: start from the first one
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  double largest = 0;
  for (double logit : x)
    largest = std::max(largest, logit);
  const arma::vec e = arma::exp(x - largest);
  return e / arma::accu(e);
}
