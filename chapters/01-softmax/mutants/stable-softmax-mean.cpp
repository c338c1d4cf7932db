// [stable_softmax] you subtract the mean, and the largest logit may be far above it, or the mean -inf; subtract the maximum
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return softmax(x - arma::mean(x));
}
