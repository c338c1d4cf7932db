// [match] you divide by the norm of W_Q W_K^T, which has the same trace as W_Q^T W_K but another norm
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const arma::mat small = W_Q * W_K.t();
  return arma::trace(small) / arma::norm(small, "fro");
}
