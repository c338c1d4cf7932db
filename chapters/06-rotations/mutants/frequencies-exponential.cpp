// [frequencies] you take powers of e; the formula has powers of the base p
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = std::exp(-2.0 * i / n);
  return omega;
}
