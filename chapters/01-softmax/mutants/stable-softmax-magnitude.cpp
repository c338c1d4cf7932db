// [stable_softmax] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(x - arma::abs(x).max());
}
