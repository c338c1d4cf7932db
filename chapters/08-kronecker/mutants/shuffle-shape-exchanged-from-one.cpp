// [shuffle] your indices count from 1; Armadillo's count from 0
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword j = 0; j < p; j++)
    for (arma::uword i = 0; i < n; i++)
      s(i + n * j) = j + p * i + 1;
  return s;
}
