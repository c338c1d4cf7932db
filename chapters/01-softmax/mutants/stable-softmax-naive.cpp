// [stable_softmax] overflow: subtract the maximum first
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(x);
}
