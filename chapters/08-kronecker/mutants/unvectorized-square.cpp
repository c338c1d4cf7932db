// [unvectorized] you make n columns, as if M were square; their number is the length of v divided by n
arma::mat exercise::unvectorized(const arma::vec& v, arma::uword n)
{
  arma::mat M(n, n);
  for (arma::uword j = 0; j < n; j++)
    for (arma::uword i = 0; i < n; i++)
      M(i, j) = v(i + n * j);
  return M;
}
