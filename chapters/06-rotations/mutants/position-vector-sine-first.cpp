// [position_vector] your sines come first; in each pair the cosine does
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword r = 0; r < n; ++r)
    w(r) = r % 2 == 0 ? std::sin(omega(r / 2) * k) : std::cos(omega(r / 2) * k);
  return w;
}
