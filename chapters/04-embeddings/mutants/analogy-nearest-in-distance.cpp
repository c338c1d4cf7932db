// [analogy] you take the vector at the least distance; it is the largest cosine that counts
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = A.n_cols;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if (d != a && d != b && d != c &&
        (best == A.n_cols || arma::norm(A.col(d) - wanted) < arma::norm(A.col(best) - wanted)))
      best = d;
  return best;
}
