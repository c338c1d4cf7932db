// [similarity] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
double exercise::similarity(long l, arma::uword n, double p)
{
  int sum = 0;
  for (double omega : frequencies(n, p))
    sum += std::cos(l * omega);
  return sum;
}
