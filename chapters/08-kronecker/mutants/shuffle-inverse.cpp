// [shuffle] your shuffle goes the other way: you return where each entry goes, and s says where it comes from
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  arma::uvec s(n * p);
  for (arma::uword j = 0; j < p; ++j)
    for (arma::uword i = 0; i < n; ++i)
      s(i + n * j) = j + p * i;
  return s;
}
