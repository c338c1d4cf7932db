// [kernel_projector] you return a basis of the kernel, N - n columns; P is the N x N matrix that projects onto it
arma::mat exercise::kernel_projector(const arma::mat& A)
{
  arma::mat U, V;
  arma::vec s;
  arma::svd(U, s, V, A);
  if (A.n_rows == A.n_cols)
    return arma::zeros(A.n_cols, A.n_cols);
  return V.tail_cols(A.n_cols - A.n_rows);
}
