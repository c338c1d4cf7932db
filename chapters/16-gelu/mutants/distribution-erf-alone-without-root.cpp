// [normal_distribution] erf goes from -1 to 1, a probability from 0 to 1: add 1, and halve; and x is to be divided by sqrt(2)
double exercise::normal_distribution(double x)
{
  return std::erf(x);
}
