// [softmax] your e is rounded to a few digits; std::exp has all of them
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec powers(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    powers(i) = std::pow(2.71828, x(i));
  return powers / arma::accu(powers);
}
