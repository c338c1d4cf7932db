// [position_of] you cut the result off instead of rounding it: 2.99 is position 3
long exercise::position_of(const arma::vec& w, double p)
{
  const double turn = 2 * std::acos(-1.);
  double k = 0;
  for (arma::uword i = w.n_elem / 2; i-- > 0;) {
    const double omega = std::pow(p, -2. * double(i) / double(w.n_elem));
    const double angle = std::atan2(w(2 * i + 1), w(2 * i));
    k = (angle + turn * std::round((k * omega - angle) / turn)) / omega;
  }
  return long(k);
}
