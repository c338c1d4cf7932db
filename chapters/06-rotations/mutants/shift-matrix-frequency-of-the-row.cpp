// [shift_matrix] you put the number of the row where the formula has the number of the block: rows 2i and 2i + 1 turn by l omega_i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword j = 0; j < n; j += 2)
    R.submat(j, j, j + 1, j + 1) = rotation(l * std::pow(p, -2.0 * j / n));
  return R;
}
