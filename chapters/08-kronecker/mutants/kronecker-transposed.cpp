// [kronecker] your block in row i and column j is a_ji B; it is a_ij B
arma::mat exercise::kronecker(const arma::mat& A, const arma::mat& B)
{
  arma::mat C;
  for (arma::uword i = 0; i < A.n_cols; ++i) {
    arma::mat blocks;
    for (arma::uword j = 0; j < A.n_rows; ++j)
      blocks = arma::join_rows(blocks, A(j, i) * B);
    C = arma::join_cols(C, blocks);
  }
  return C;
}
