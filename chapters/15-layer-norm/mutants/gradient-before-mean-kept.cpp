// [gradient_before] the mean of g is not subtracted: a shift of the token changes nothing, so the gradient has no part along (1, ..., 1)
arma::vec exercise::gradient_before(const arma::vec& x, double epsilon, const arma::vec& g)
{
  const arma::vec centred = x - arma::mean(x);
  const double s = std::sqrt(arma::mean(arma::square(centred)) + epsilon);
  const arma::vec y = centred / s;
  return (g - y * arma::mean(y % g)) / s;
}
