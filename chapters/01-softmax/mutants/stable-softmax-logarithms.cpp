// [stable_softmax] you return the logarithms of the probabilities; take their exponentials
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return x - log_sum_exp(x);
}
