// [right_inverse] you return the transpose: A^T comes first, and the result is N x n
arma::mat exercise::right_inverse(const arma::mat& A)
{
  const arma::mat gram = A * A.t(), inverse = arma::inv(gram);
  return inverse * A;
}
