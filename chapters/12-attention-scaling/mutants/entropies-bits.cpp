// [row_entropies] your logarithm is to base 2 and gives bits; nats need the natural one, std::log
arma::vec exercise::row_entropies(const arma::mat& A)
{
  arma::vec H(A.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i)
    for (arma::uword j = 0; j < A.n_cols; ++j)
      if (A(i, j) > 0)
        H[i] -= A(i, j) * std::log2(A(i, j));
  return H;
}
