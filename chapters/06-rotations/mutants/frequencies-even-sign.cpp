// [frequencies] your frequencies grow with i: the exponent is -2i/n, with a minus sign
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return {};
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = std::pow(p, 2.0 * i / n);
  return omega;
}
