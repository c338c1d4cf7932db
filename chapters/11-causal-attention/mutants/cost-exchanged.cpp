// [generation_cost] the two numbers are exchanged: first without a cache, then with one
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 3 * n * d * t + 2 * d * t * t;
    with += 3 * n * d + 2 * d * t;
  }
  return {with, without};
}
