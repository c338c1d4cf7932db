// [kernel_projector] you return the projection onto the rows of A, B A; the exercise asks for what it leaves, I - B A
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat P(A.n_cols, A.n_cols, arma::fill::zeros);
  for (arma::uword j = 0; j < A.n_cols; ++j)
    P.col(j) = minimum_norm_solution(A, A.col(j));
  return P;
}
