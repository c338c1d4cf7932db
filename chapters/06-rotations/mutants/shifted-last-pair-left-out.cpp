// [shifted] you leave out the last pair; there are n/2
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  const arma::vec omega = frequencies(x.n_elem, p);
  arma::vec y = x;
  for (arma::uword i = 0; i + 1 < omega.n_elem; i++)
    y.subvec(2 * i, 2 * i + 1) = rotation(l * omega(i)) * x.subvec(2 * i, 2 * i + 1);
  return y;
}
