// [normal_distribution] this is the sigmoid approximation of Phi; here Phi itself is asked for
double exercise::normal_distribution(double x)
{
  return 1 / (1 + std::exp(-1.702 * x));
}
