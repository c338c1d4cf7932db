// [similarity] your cosines are those of one step; the angles are l omega_i
double exercise::similarity(long l, arma::uword n, double p)
{
  return arma::accu(arma::cos(frequencies(n, p)));
}
