// [generation_cost] with a cache you still compute all keys and values again; only the new token's are
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 3 * n * d * t + 2 * d * t * t;
    with += 3 * n * d * t + 2 * d * t;
  }
  return {without, with};
}
