// [match] you divide by the square of the norm: take its root
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K) / arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t()));
}
