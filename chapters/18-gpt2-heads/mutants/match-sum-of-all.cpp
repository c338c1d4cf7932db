// [match] this is the sum of all entries of A; the trace is the sum of the diagonal alone
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  const double norm = std::sqrt(arma::accu((W_Q * W_Q.t()) % (W_K * W_K.t())));
  return arma::dot(arma::vec(arma::sum(W_Q, 1)), arma::vec(arma::sum(W_K, 1))) / norm;
}
