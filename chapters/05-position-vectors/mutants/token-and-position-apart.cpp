// [token_and_position] you look for the token nearest to u and the position nearest to u; what has to be near u is their sum
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair pair{0, 0};
  double least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    if (const double distance = arma::norm(u - V.col(t)); distance < least) {
      least = distance;
      pair.token = t;
    }
  least = arma::datum::inf;
  for (arma::uword k = 0; k < W.n_cols; ++k)
    if (const double distance = arma::norm(u - W.col(k)); distance < least) {
      least = distance;
      pair.position = k;
    }
  return pair;
}
