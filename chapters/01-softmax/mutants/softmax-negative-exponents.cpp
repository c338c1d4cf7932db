// [softmax] your exponents have the opposite sign: a larger logit makes a larger probability, e^{x_i}
arma::vec exercise::softmax(const arma::vec& x)
{
  const arma::vec e = arma::exp(-x);
  return e / arma::accu(e);
}
