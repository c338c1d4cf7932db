// [digits] you compute powers or quotients as doubles, which have 16 digits; whole numbers divide exactly
arma::uvec exercise::digits(arma::uword k, arma::uword b, arma::uword m)
{
  arma::uvec c(m);
  for (arma::uword i = 0; i < m; ++i)
    c(i) =
        arma::uword(std::fmod(std::floor(double(k) / std::pow(double(b), double(i))), double(b)));
  return c;
}
