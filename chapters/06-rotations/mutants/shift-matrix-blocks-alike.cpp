// [shift_matrix] all your blocks are the same; block i turns by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  return arma::kron(arma::eye(n / 2, n / 2), rotation(l));
}
