// [leaking_keys] these are the keys as they were; change the last one
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  return K;
}
