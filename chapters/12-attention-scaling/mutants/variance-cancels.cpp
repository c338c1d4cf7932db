// [mean_and_variance] you subtract the square of the mean from the mean of the squares: two huge numbers cancel, and the digits are lost; subtract the mean before you square
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  double sum = 0, squares = 0;
  for (double x_i : x) {
    sum += x_i;
    squares += x_i * x_i;
  }
  const double m = sum / x.n_elem;
  return {m, squares / x.n_elem - m * m};
}
