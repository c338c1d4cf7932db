// [position_of] you exchange sine and cosine: std::atan2 takes the sine first, and the cosine comes first in a pair
long exercise::position_of(const arma::vec& w, double p)
{
  const double turn = 2 * std::acos(-1.);
  double k = 0;
  for (arma::uword i = w.n_elem / 2; i-- > 0;) {
    const double omega = std::pow(p, -2. * double(i) / double(w.n_elem));
    const double angle = std::atan2(w(2 * i), w(2 * i + 1));
    k = (angle + turn * std::round((k * omega - angle) / turn)) / omega;
  }
  return std::lround(k);
}
