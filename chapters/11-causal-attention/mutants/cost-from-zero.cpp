// [generation_cost] your t runs from 0 to T - 1; the text has t tokens when token t is read, itself among them
std::pair<arma::uword, arma::uword> exercise::generation_cost(arma::uword n, arma::uword d,
                                                              arma::uword T)
{
  arma::uword without = 0, with = 0;
  for (arma::uword t = 0; t < T; ++t) {
    without += 3 * n * d * t + 2 * d * t * t;
    with += 3 * n * d + 2 * d * t;
  }
  return {without, with};
}
