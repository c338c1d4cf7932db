// [match] you divide by the spectral norm of W_Q W_K^T; the norm of A asks for the squares of all its entries
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat A = W_Q * W_K.t();
  return arma::trace(A) / arma::norm(A);
}
