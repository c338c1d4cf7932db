// [shift_matrix] your blocks overlap: block i begins at row and column 2i, not i
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R = arma::zeros(n, n);
  for (arma::uword i = 0; i < n / 2; ++i)
    R(i, i, arma::size(2, 2)) = rotation(l * omega(i));
  return R;
}
