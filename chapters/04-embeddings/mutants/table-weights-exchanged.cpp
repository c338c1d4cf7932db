// [table_weights] you take 1 for not tied; tied = 1 is when the unembedding costs nothing
arma::uword exercise::table_weights(arma::uword n, arma::uword N, arma::uword context,
                                    arma::uword tied)
{
  return n * N + n * context + (tied == 1 ? n * N : 0);
}
