// [normal_distribution] you take |x|: left of 0 a number at most x is improbable, and as improbable as one above -x
double exercise::normal_distribution(double x)
{
  return 0.5 * (1 + std::erf(std::abs(x) / std::sqrt(2.0)));
}
