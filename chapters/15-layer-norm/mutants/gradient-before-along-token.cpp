// [gradient_before] the part along y is not taken away: it is y times (y . g) / n
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const arma::vec centred = x - arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(centred)) + epsilon);
  const arma::vec y = centred / s;
  return (g - arma::mean(g)) / s;
}
