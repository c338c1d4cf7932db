// [generation_cost] you count t (t + 1) / 2 scores, those that are not masked; but all t^2 are computed, and then masked
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 3 * n * d * t + d * t * (t + 1);
    with += 3 * n * d + 2 * d * t;
  }
  return {without, with};
}
