// [token_and_position] you look for the largest dot product with u, which the longest sum wins; look for the least distance
exercise::Pair exercise::token_and_position(const arma::vec& u, const arma::mat& V,
                                            const arma::mat& W)
{
  Pair best{0, 0};
  double largest = -arma::datum::inf;
  for (arma::uword t = 0; t < V.n_cols; ++t)
    for (arma::uword k = 0; k < W.n_cols; ++k)
      if (const double product = arma::dot(u, V.col(t) + W.col(k)); product > largest) {
        largest = product;
        best = {t, k};
      }
  return best;
}
