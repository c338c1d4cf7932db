// [position_vector] your angles are omega_i, whatever the position; they are k omega_i
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    w(2 * i) = std::cos(omega(i));
    w(2 * i + 1) = std::sin(omega(i));
  }
  return w;
}
