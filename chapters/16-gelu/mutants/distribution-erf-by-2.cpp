// [normal_distribution] you divide x by 2 inside erf; the substitution divides it by the square root of 2
double exercise::normal_distribution(double x)
{
  return 0.5 * (1 + std::erf(x / 2));
}
