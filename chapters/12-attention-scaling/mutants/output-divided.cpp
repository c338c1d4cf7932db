// [attention_output] you divide by the number of keys; the rows of A sum to 1 already
arma::mat exercise::attention_output(const arma::mat& V, const arma::mat& A)
{
  return V * A.t() / static_cast<double>(V.n_cols);
}
