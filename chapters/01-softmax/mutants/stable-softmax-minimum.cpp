// [stable_softmax] you subtract the smallest logit, so the others still overflow; subtract the maximum
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(x - x.min());
}
