// [shift_matrix] you pair coordinate i with i + n/2; a pair is made of neighbours, 2i and 2i + 1
arma::mat exercise::shift_matrix(long l, arma::uword n, double p)
{
  const arma::vec omega = frequencies(n, p);
  const arma::uword half = n / 2;
  arma::mat R(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < half; i++) {
    R(i, i) = R(i + half, i + half) = std::cos(l * omega(i));
    R(i + half, i) = std::sin(l * omega(i));
    R(i, i + half) = -R(i + half, i);
  }
  return R;
}
