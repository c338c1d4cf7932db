// [direct_sum] your heads are in the wrong order: head 0 reads and writes the first rows
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::uword n = 0;
  for (const arma::mat& W_h : W)
    n += W_h.n_rows;
  arma::mat M;
  arma::uword end = n;
  for (arma::uword h = 0; h < W.size(); ++h) {
    arma::mat in_place(n, n, arma::fill::zeros);
    in_place.submat(end - W[h].n_rows, end - W[h].n_rows, arma::size(W[h])) = W[h];
    const arma::mat of_head = arma::kron(A[h], in_place);
    M = h == 0 ? of_head : arma::mat(M + of_head);
    end -= W[h].n_rows;
  }
  return M;
}
