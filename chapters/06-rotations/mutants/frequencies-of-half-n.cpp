// [frequencies] you divide by the number of pairs where the formula divides by n: your exponent is twice as large
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return arma::vec();
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; i++)
    omega(i) = std::pow(p, -2.0 * i / (n / 2));
  return omega;
}
