// [normal_distribution] this is the density, the function under the integral
double exercise::normal_distribution(double x)
{
  return std::exp(-x * x / 2) / std::sqrt(2 * arma::datum::pi);
}
