// [shifted] you put the number of the coordinate where the formula has the number of the pair: coordinates 2i and 2i + 1 turn by l omega_i
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  arma::vec y(x.n_elem);
  for (arma::uword j = 0; j < x.n_elem; j += 2)
    y.subvec(j, j + 1) = rotation(l * std::pow(p, -2.0 * j / x.n_elem)) * x.subvec(j, j + 1);
  return y;
}
