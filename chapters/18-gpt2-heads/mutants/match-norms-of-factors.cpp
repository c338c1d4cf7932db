// [match] you divide by the norms of W_Q and W_K; the norm of the product is another number
double exercise::match(const arma::mat& W_Q, const arma::mat& W_K)
{
  return arma::accu(W_Q % W_K) / (arma::norm(W_Q, "fro") * arma::norm(W_K, "fro"));
}
