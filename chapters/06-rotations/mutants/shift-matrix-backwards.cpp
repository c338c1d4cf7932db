// [shift_matrix] your blocks turn the other way: R_l takes w_k to w_{k-l}
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec angles = frequencies(n, p) * l;
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < angles.n_elem; ++i) {
    const arma::uword a = 2 * i, b = a + 1;
    R(a, a) = R(b, b) = std::cos(angles(i));
    R(a, b) = std::sin(angles(i));
    R(b, a) = -R(a, b);
  }
  return R;
}
