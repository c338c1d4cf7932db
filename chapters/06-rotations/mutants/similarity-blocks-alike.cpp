// [similarity] all your cosines are the same; pair i has its own, of l omega_i
double exercise::similarity(long l, arma::uword n, double p)
{
  return n / 2 * std::cos(l);
}
