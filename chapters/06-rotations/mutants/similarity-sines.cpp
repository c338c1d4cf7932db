// [similarity] you add the sines as well; the cosine of the difference contains them already
double exercise::similarity(long l, arma::uword n, double p)
{
  double sum = 0;
  for (const double omega : frequencies(n, p))
    sum += std::cos(omega * l) + std::sin(omega * l);
  return sum;
}
