// [match] you return the trace; divide it by the norm of A
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K);
}
