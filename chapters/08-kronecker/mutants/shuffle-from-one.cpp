// [shuffle] your indices count from 1; Armadillo's count from 0
arma::uvec exercise::shuffle(arma::uword n, arma::uword p)
{
  std::vector<arma::uword> s;
  for (arma::uword i = 1; i <= n; ++i)
    for (arma::uword j = 1; j <= p; ++j)
      s.push_back(i + n * (j - 1));
  return arma::conv_to<arma::uvec>::from(s);
}
