// [unembedding_gradient] you subtract J from the logits; subtract it from probabilities
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  const arma::mat G = B * A - J;
  return G * A.t();
}
