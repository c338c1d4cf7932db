// [shifted] you add the position vector; R_l turns x
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  return x + position_vector(l, x.n_elem, p);
}
