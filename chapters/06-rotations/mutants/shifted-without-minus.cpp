// [shifted] one of your sines needs a minus sign: these matrices mirror, or stretch
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec omega = frequencies(x.n_elem, p);
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < omega.n_elem; i++) {
    const double c = std::cos(l * omega(i)), s = std::sin(l * omega(i));
    y(2 * i) = c * x(2 * i) + s * x(2 * i + 1);
    y(2 * i + 1) = s * x(2 * i) + c * x(2 * i + 1);
  }
  return y;
}
