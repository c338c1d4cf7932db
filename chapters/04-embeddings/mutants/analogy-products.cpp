// [analogy] you compare products, which favour long vectors; divide by the lengths
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = A.n_cols;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if (d != a && d != b && d != c &&
        (best == A.n_cols || arma::dot(A.col(d), wanted) > arma::dot(A.col(best), wanted)))
      best = d;
  return best;
}
