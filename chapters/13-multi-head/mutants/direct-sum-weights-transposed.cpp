// [direct_sum] the W_h are not transposed: they are on the left of x_h
arma::mat exercise::direct_sum(const std::vector<arma::mat>& W, const std::vector<arma::mat>& A)
{
  arma::uword n = 0;
  for (const arma::mat& W_h : W)
    n += W_h.n_rows;
  arma::mat M;
  arma::uword first = 0;
  for (arma::uword h = 0; h < W.size(); ++h) {
    arma::mat in_place(n, n, arma::fill::zeros);
    in_place.submat(first, first, arma::size(W[h])) = W[h].t();
    const arma::mat of_head = arma::kron(A[h], in_place);
    M = h == 0 ? of_head : arma::mat(M + of_head);
    first += W[h].n_rows;
  }
  return M;
}
