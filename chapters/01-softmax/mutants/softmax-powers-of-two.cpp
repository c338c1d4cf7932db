// [softmax] you take powers of 2; the formula has powers of e
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec powers(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    powers[i] = std::pow(2.0, x[i]);
  return powers / arma::accu(powers);
}
