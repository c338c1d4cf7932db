// [frequencies] your i begins at 1; the first frequency is omega_0 = p^0 = 1
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 1; i <= n / 2; ++i)
    omega(i - 1) = std::pow(p, -2. * i / n);
  return omega;
}
