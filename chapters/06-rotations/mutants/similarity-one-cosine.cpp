// [similarity] you take the cosine of a sum of angles; the dot product is a sum of cosines
double exercise::similarity(long l, arma::uword n, double p)
{
  return std::cos(l * arma::accu(frequencies(n, p)));
}
