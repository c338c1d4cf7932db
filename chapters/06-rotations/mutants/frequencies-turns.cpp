// [frequencies] you multiply by 2 pi; omega_i is in radians already, and omega_0 = 1
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = 2 * arma::datum::pi * std::pow(p, -2.0 * i / n);
  return omega;
}
