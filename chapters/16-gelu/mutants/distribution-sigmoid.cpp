// [normal_distribution] this is the sigmoid approximation of Phi; the exercise asks for Phi itself
double exercise::normal_distribution(double x)
{
  return 1 / (1 + std::exp(-1.702 * x));
}
