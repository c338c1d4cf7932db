// [direct_sum] the blocks A_h ⊗ W_h along the diagonal would be right if vec took block after block; it takes token after token
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::mat M;
  for (arma::uword h = 0; h < W.size(); ++h) {
    const arma::mat block = arma::kron(A[h], W[h]), before = M;
    M = arma::mat(before.n_rows + block.n_rows, before.n_cols + block.n_cols, arma::fill::zeros);
    if (h > 0)
      M.submat(0, 0, arma::size(before)) = before;
    M.submat(before.n_rows, before.n_cols, arma::size(block)) = block;
  }
  return M;
}
