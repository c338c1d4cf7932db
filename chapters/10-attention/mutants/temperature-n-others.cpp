// [largest_temperature] the best key is not one of the others: these are n - 1
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log(double(n) * (1 - epsilon) / epsilon);
}
