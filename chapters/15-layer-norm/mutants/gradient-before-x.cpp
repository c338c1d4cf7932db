// [gradient_before] the part is taken along x - mean; it is along y, the normed token
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const arma::vec centred = x - arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(centred)) + epsilon);
  const arma::vec y = centred / s;
  return (g - arma::mean(g) - centred * arma::mean(centred % g)) / s;
}
