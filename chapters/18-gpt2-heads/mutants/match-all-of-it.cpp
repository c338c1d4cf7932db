// [match] A = W_Q^T W_K has n x n entries and does not fit into memory; both numbers come from d x d products
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q.t() * W_K;
  return arma::trace(A) / arma::norm(A, "fro");
}
