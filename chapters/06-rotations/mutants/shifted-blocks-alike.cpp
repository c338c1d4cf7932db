// [shifted] you turn all pairs by the same angle; pair i turns by l omega_i
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i += 2)
    y.subvec(i, i + 1) = rotation(l) * x.subvec(i, i + 1);
  return y;
}
