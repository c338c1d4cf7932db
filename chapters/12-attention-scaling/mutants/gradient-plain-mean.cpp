// [pattern_gradient] you subtract the plain mean of the row of G; weight it by the row of A
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  arma::mat D(arma::size(A));
  for (arma::uword i = 0; i < A.n_rows; ++i)
    D.row(i) = A.row(i) % (G.row(i) - arma::mean(G.row(i)));
  return D;
}
