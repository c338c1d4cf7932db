// [position_vector] all your pairs have the frequency 1; that of pair i is omega_i (in whole numbers 2 * i / n is 0)
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    w(2 * i) = std::cos(k);
    w(2 * i + 1) = std::sin(k);
  }
  return w;
}
