// [shift_matrix] you do not go back: for l < 0 you turn forward
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; i += 2)
    R.submat(i, i, i + 1, i + 1) = rotation(std::abs(l) * omega(i / 2));
  return R;
}
