// [softmax] you divide by the largest exponential, which makes that entry 1; divide by the sum of all
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x - x.max());
}
