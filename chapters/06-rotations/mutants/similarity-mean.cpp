// [similarity] you divide by the number of pairs, or by the lengths of the vectors; the dot product is the sum itself
double exercise::similarity(long l, arma::uword n, double p)
{
  const arma::vec a = position_vector(0, n, p), b = position_vector(std::abs(l), n, p);
  return arma::norm_dot(a, b);
}
