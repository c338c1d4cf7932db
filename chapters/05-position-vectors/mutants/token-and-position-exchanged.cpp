// [token_and_position] you return the position as token and the token as position
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair nearest{0, 0};
  double least = arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      if (const double distance = arma::norm(u - V.col(t) - W.col(k)); distance < least) {
        least = distance;
        nearest = {k, t};
      }
  return nearest;
}
