// [normal_distribution] you take |x|: for negative x a number below x is improbable, as improbable as one above -x
double exercise::normal_distribution(double x)
{
  return 0.5 * (1 + std::erf(std::abs(x) / std::sqrt(2.0)));
}
