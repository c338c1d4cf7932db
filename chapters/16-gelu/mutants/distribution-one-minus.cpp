// [normal_distribution] 1 - Phi(-x) cancels in the left tail, where Phi(-x) is almost 1
double exercise::normal_distribution(double x)
{
  return 1 - std::erfc(x / std::sqrt(2)) / 2;
}
