// [analogy] you go from b to a; from a to b is v_b - v_a
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(a) - A.col(b) + A.col(c);
  arma::uword best = A.n_cols;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if (d != a && d != b && d != c &&
        (best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
      best = d;
  return best;
}
