// [frequencies] for odd n the result must be empty: the last coordinate has no partner
arma::vec exercise::frequencies(arma::uword n, double p)
{
  const arma::uword half = n / 2;
  arma::vec omega(half);
  for (arma::uword i = 0; i < half; ++i)
    omega[i] = std::exp(-std::log(p) * 2.0 * double(i) / double(n));
  return omega;
}
