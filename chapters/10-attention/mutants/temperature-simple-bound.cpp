// [largest_temperature] (n - 1) e^{-gap / T} is an upper bound of the others' weight, which is divided by 1 + itself; so a larger T will do
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log(double(n - 1) / epsilon);
}
