// [softmax] you divide by the mean of the exponentials; probabilities sum to 1 only if you divide by their sum
arma::vec exercise::softmax(const arma::vec& x)
{
  const arma::vec e = arma::exp(x);
  return e / arma::mean(e);
}
