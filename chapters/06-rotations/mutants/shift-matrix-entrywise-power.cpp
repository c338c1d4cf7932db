// [shift_matrix] you raise each entry of R_1 to the power l; the power of a matrix is a product of matrices, and that is a rotation by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n);
  for (arma::uword r = 0; r < n; ++r)
    for (arma::uword c = 0; c < n; ++c) {
      double entry = 0;
      if (r / 2 == c / 2)
        entry = rotation(omega(r / 2))(r % 2, c % 2);
      R(r, c) = std::pow(entry, l);
    }
  return R;
}
