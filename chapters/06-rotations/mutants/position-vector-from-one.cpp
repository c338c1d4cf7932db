// [position_vector] you count positions from 1: position k comes out as w_{k+1}
arma::vec exercise::position_vector(long k, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  const double position = k + 1;
  arma::vec w(n);
  arma::uword at = 0;
  for (const double o : omega) {
    w(at++) = std::cos(o * position);
    w(at++) = std::sin(o * position);
  }
  return w;
}
