// [shuffle] your columns follow each other at the distance of the number of columns; it is the number of rows
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword i = 0; i < n; i++)
    for (arma::uword j = 0; j < p; j++)
      s(j + p * i) = i + p * j;
  return s;
}
