// [logits_after] you take the column before; tokens count from 0
arma::vec exercise::logits_after(const arma::mat& A, const arma::mat& B, arma::uword i)
{
  return B * A.col((i + A.n_cols - 1) % A.n_cols);
}
