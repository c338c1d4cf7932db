// [normal_distribution] you multiply x by sqrt(2); the substitution divides it
double exercise::normal_distribution(double x)
{
  return 0.5 * (1 + std::erf(x * std::sqrt(2.0)));
}
