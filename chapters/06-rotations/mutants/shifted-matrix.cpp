// [shifted] you form the whole matrix R_l, 3.2 GB for 20 000 coordinates, to multiply zeros; turn each pair by itself
arma::vec exercise::shifted(const arma::vec& x, long l, double p)
{
  return shift_matrix(l, x.n_elem, p) * x;
}
