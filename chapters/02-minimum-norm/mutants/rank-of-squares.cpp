// [numerical_rank] the eigenvalues of A A^T and A^T A are the squares of the singular values; compared with 10^-10 they set the bound at 10^-5
arma::uword exercise::numerical_rank(const arma::mat& A)
{
  const arma::vec squares = arma::square(arma::vec(arma::svd(A)));
  return arma::accu(squares > 1e-10 * squares.max());
}
