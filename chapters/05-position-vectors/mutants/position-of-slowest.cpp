// [position_of] you let the slowest pair decide last; its error of 0.01 is many positions, and the faster pairs are more exact
long exercise::position_of(const arma::vec& w, double p)
{
  const arma::uword n = w.n_elem;
  const double omega = std::pow(p, -(double(n) - 2) / double(n));
  return std::lround(std::atan2(w(n - 1), w(n - 2)) / omega);
}
