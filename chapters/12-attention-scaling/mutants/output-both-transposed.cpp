// [attention_output] you multiply (A^T V)^T; the values are combined by the rows of A, V A^T
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  return V.t() * A;
}
