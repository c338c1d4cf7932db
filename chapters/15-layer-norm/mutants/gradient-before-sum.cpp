// [gradient_before] (y . g) is divided by n: yours is n times as large
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const arma::vec centred = x - arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(centred)) + epsilon);
  const arma::vec y = centred / s;
  return (g - arma::mean(g) - y * arma::dot(y, g)) / s;
}
