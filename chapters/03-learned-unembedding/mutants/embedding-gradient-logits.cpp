// [embedding_gradient] you subtract J from the logits; subtract it from probabilities
arma::mat exercise::embedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  const arma::mat G = B * A - J;
  return B.t() * G;
}
