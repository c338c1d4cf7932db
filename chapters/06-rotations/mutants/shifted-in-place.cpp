// [shifted] the second coordinate of each pair is computed from the new first one; keep the old one until both are done
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y = x;
  const arma::vec omega = frequencies(x.n_elem, p);
  for (arma::uword r = 0; r < x.n_elem; r += 2) {
    const double angle = omega(r / 2) * l;
    y(r) = y(r) * std::cos(angle) - y(r + 1) * std::sin(angle);
    y(r + 1) = y(r) * std::sin(angle) + y(r + 1) * std::cos(angle);
  }
  return y;
}
