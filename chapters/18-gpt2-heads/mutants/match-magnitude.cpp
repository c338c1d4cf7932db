// [match] you return the magnitude; a head that avoids itself has a negative m
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return std::abs(arma::accu(W_Q % W_K)) / std::sqrt(arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t())));
}
