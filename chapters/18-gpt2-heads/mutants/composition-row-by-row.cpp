// [composition] A and C have n x n entries and take too long; all norms come from d x d products
double exercise::composition(const Head& first, const Head& second)
{
  double of_a = 0, of_c = 0, of_both = 0;
  for (arma::uword i = 0; i < second.W_Q.n_cols; ++i) {
    const arma::rowvec a = second.W_Q.col(i).t() * second.W_K, c = first.W_O.row(i) * first.W_V;
    of_a += arma::dot(a, a);
    of_c += arma::dot(c, c);
    for (arma::uword j = 0; j < first.W_V.n_cols; ++j)
      of_both += std::pow(arma::dot(a, first.W_O * first.W_V.col(j)), 2);
  }
  return std::sqrt(of_both / of_a / of_c);
}
