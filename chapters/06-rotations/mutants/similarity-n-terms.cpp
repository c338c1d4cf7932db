// [similarity] you add n cosines, one per coordinate; there is one per pair
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (arma::uword i = 0; i < n; ++i)
    sum += std::cos(l * std::pow(p, -2.0 * i / n));
  return sum;
}
