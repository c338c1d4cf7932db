// [row_entropies] your sign is wrong: ln p is negative, and entropy is not; and 0 ln 0 came out as NaN
arma::vec exercise::row_entropies(const arma::mat& A)
{
  return arma::sum(A % arma::log(A), 1);
}
