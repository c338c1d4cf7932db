// [shifted] you always move by one step: the angles are l omega_i
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec omega = frequencies(x.n_elem, p);
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < omega.n_elem; ++i)
    y.subvec(2 * i, 2 * i + 1) = rotation(omega(i)) * x.subvec(2 * i, 2 * i + 1);
  return y;
}
