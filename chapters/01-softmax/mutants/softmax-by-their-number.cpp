// [softmax] you divide by the number of logits, not by the sum of the exponentials
arma::vec exercise::softmax(const arma::vec& x)
{
  return arma::exp(x) / x.n_elem;
}
