// [table_weights] you count the positions twice if nothing is tied; only the tokens have an unembedding
arma::uword exercise::table_weights(arma::uword n, arma::uword N, arma::uword context,
                                    arma::uword tied)
{
  return (tied == 1 ? 1 : 2) * (n * N + n * context);
}
