// [generation_cost] the first number is that of one pass over T tokens; without a cache there is a pass for every token
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  const arma::uword with = 3 * n * d * T + d * T * (T + 1);
  return {3 * n * d * T + 2 * d * T * T, with};
}
