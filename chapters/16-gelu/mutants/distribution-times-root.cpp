// [normal_distribution] you multiply x by sqrt(2); the substitution divides it
double exercise::normal_distribution(double x)
{
  return std::erfc(-x * std::sqrt(2.0)) / 2;
}
