// [largest_temperature] there are n - 1 other keys, and in the worst case all of them are at the gap
double exercise::largest_temperature(double gap, arma::uword n, double epsilon)
{
  return gap / std::log((1 - epsilon) / epsilon);
}
