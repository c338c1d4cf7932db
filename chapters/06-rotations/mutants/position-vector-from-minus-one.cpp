// [position_vector] you count positions from 1: position k comes out as w_{k-1}
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::vec w(n);
  for (arma::uword i = 0; i < n / 2; ++i) {
    w(2 * i) = std::cos((k - 1) * omega(i));
    w(2 * i + 1) = std::sin((k - 1) * omega(i));
  }
  return w;
}
