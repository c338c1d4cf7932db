// [frequencies] your base is always 10000; it is the argument p
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = std::pow(10000, -2.0 * i / n);
  return omega;
}
