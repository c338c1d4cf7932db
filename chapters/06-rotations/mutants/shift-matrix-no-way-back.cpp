// [shift_matrix] you do not go back: for l < 0 your loop makes no turn
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat one(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; i += 2)
    one.submat(i, i, i + 1, i + 1) = rotation(omega(i / 2));
  arma::mat R = arma::eye(n, n);
  for (long step = 0; step < l; ++step)
    R = one * R;
  return R;
}
