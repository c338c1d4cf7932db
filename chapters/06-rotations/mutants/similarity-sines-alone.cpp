// [similarity] you add sines; at l = 0 they are all 0, and a vector times itself is not
double exercise::similarity(long l, arma::uword n, double p)
{
  return arma::accu(arma::sin(l * frequencies(n, p)));
}
