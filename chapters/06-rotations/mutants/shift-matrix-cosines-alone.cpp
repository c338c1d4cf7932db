// [shift_matrix] your matrix has its diagonal only; the sines belong next to it
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; i++)
    R(i, i) = std::cos(l * omega(i / 2));
  return R;
}
