// [minimum_norm_solution] A^T is missing: you return (A A^T)^{-1} y, of n entries; x has N
arma::vec exercise::minimum_norm_solution(const arma::mat& A, const arma::vec& y)
{
  const arma::mat gram = A * A.t();
  return arma::inv(gram) * y;
}
