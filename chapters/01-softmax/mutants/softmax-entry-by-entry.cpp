// [softmax] each exponential is divided by itself, or by a sum that is not complete yet; sum all of them before you divide
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec sigma(x.n_elem);
  double sum = 0;
  for (arma::uword i = 0; i < x.n_elem; i++) {
    sum += std::exp(x(i));
    sigma(i) = std::exp(x(i)) / sum;
  }
  return sigma;
}
