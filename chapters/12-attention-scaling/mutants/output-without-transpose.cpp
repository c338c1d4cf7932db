// [attention_output] the shapes do not fit: V is r x n_k, A is n_q x n_k, and the result r x n_q
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  return V * A;
}
