// [frequencies] for odd n you return zeros; there are no frequencies then, and the result is empty
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2, arma::fill::zeros);
  for (arma::uword i = 0; i < n / 2 && n % 2 == 0; i++)
    omega(i) = std::pow(p, -2.0 * i / n);
  return omega;
}
