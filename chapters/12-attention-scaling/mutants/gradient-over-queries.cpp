// [pattern_gradient] your sum runs over the queries; each row has its own softmax, over the keys
arma::mat exercise::pattern_gradient(const arma::mat& A, const arma::mat& G)
{
  const arma::rowvec along = arma::sum(A % G, 0);
  return A % (G.each_row() - along);
}
