// [frequencies] your i begins at 1; the first frequency is omega_0 = p^0 = 1
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, -2.0 * (i + 1) / n);
  return omega;
}
