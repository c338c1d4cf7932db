// [softmax] your denominator sums the logits; it sums their exponentials
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x) / arma::accu(x);
}
