// [position_vector] you multiply the cosines and sines by k; k multiplies the angles
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    w(2 * i) = k * std::cos(omega(i));
    w(2 * i + 1) = k * std::sin(omega(i));
  }
  return w;
}
