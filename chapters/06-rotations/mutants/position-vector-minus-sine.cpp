// [position_vector] your sines have a minus sign; those of w_k do not
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; i++) {
    w(2 * i) = std::cos(k * omega(i));
    w(2 * i + 1) = -std::sin(k * omega(i));
  }
  return w;
}
