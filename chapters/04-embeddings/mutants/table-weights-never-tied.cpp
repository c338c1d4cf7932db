// [table_weights] you count the unembedding even if it is tied: then it is the table of tokens used again
arma::uword exercise::table_weights(arma::uword n, arma::uword N, arma::uword context,
                                    arma::uword tied)
{
  return 2 * n * N + n * context;
}
