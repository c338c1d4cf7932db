// [stable_softmax] you subtract the first logit; another may be so much larger that its exponential overflows
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(x - x(0));
}
