// [generation_cost] you count two projections; there are three, of queries, keys and values
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 2 * n * d * t + 2 * d * t * t;
    with += 2 * n * d + 2 * d * t;
  }
  return {without, with};
}
