// [similarity] you leave out the first frequency, omega_0 = 1
double exercise::similarity(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  double sum = 0;
  for (arma::uword i = 1; i < omega.n_elem; ++i)
    sum += std::cos(omega(i) * l);
  return sum;
}
