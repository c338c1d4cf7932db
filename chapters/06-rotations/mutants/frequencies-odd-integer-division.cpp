// [frequencies] your exponent is 0 for every i: in whole numbers 2 * i / n is 0; divide as double
arma::vec exercise::frequencies(arma::uword n, double p)
{
  arma::vec omega(n / 2);
  for (arma::uword i = 0; i < n / 2; ++i)
    omega(i) = 1 / std::pow(p, 2 * i / n);
  return omega;
}
