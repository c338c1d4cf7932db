// [generation_cost] the scores are half of it: the weighted sum of the values takes d multiplications per score too
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 1; t <= T; ++t) {
    without += 3 * n * d * t + d * t * t;
    with += 3 * n * d + d * t;
  }
  return {without, with};
}
