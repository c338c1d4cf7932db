// [row_entropies] your sign is wrong: ln p is negative, and entropy is not
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::vec H(A.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (double p : arma::rowvec(A.row(i)))
      H[i] += p > 0 ? p * std::log(p) : 0;
  return H;
}
