// [stable_softmax] you subtract the maximum in the denominator only; the numerators overflow as before
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  return arma::exp(x) / arma::accu(arma::exp(x - x.max()));
}
