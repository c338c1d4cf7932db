// [least_multiplications] you count additions too; count only multiplications
double exercise::least_multiplications(const arma::uvec& sizes)
{
  const arma::uword m = sizes.n_elem - 1;
  arma::mat least(m + 1, m + 1, arma::fill::zeros);
  for (arma::uword length = 2; length <= m; ++length)
    for (arma::uword i = 0; i + length <= m; ++i) {
      const arma::uword j = i + length;
      least(i, j) = arma::datum::inf;
      for (arma::uword k = i + 1; k < j; ++k)
        least(i, j) =
            std::min(least(i, j), least(i, k) + least(k, j) +
                                      2 * double(sizes(i)) * double(sizes(k)) * double(sizes(j)));
    }
  return least(0, m);
}
