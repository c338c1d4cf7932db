// [logits_after] you multiply by the transposes of both, in the wrong order: A^T B^T is the transpose of B A, and its column i is a row of B A
arma::vec exercise::logits_after(const arma::mat& A, const arma::mat& B, arma::uword i)
{
  return A.t() * B.row(i).t();
}
