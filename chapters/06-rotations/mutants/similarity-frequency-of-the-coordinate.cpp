// [similarity] you put the number of the coordinate where the formula has the number of the pair: the exponents are -2i/n for i below n/2
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (arma::uword j = 0; j < n; j += 2)
    sum += std::cos(l * std::pow(p, -2.0 * j / n));
  return sum;
}
