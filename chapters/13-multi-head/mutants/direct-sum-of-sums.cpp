// [direct_sum] the patterns are added up before anybody reads: each block has only its own
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::mat sum = A[0];
  arma::mat blocks = W[0];
  for (arma::uword h = 1; h < W.size(); ++h) {
    sum += A[h];
    const arma::mat before = blocks;
    blocks.zeros(before.n_rows + W[h].n_rows, before.n_rows + W[h].n_rows);
    blocks.submat(0, 0, arma::size(before)) = before;
    blocks.submat(before.n_rows, before.n_rows, arma::size(W[h])) = W[h];
  }
  return arma::kron(sum, blocks);
}
