// [shift_matrix] what is not in the blocks is not 0: fill the matrix with zeros first
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  arma::mat R(n, n, arma::fill::ones);
  const arma::vec omega = frequencies(n, p);
  for (arma::uword i = 0; i < n / 2; i++)
    R.submat(2 * i, 2 * i, 2 * i + 1, 2 * i + 1) = rotation(l * omega(i));
  return R;
}
