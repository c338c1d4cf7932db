// [position_of] you take the arcsine, which knows a quarter of a turn; the cosine tells which one
long exercise::position_of(const arma::vec& w, double p)
{
  const double turn = 2 * std::acos(-1.);
  double k = 0;
  for (arma::uword i = w.n_elem / 2; i-- > 0;) {
    const double omega = std::pow(p, -2. * double(i) / double(w.n_elem));
    const double angle = std::asin(std::max(-1., std::min(1., w(2 * i + 1))));
    k = (angle + turn * std::round((k * omega - angle) / turn)) / omega;
  }
  return std::lround(k);
}
