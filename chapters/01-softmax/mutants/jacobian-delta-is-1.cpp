// [softmax_jacobian] where i and j differ your entry is sigma_i (1 - sigma_j); the 1 is delta_ij, 0 there
arma::mat exercise::softmax_jacobian(const arma::vec& x)
{
  const arma::vec s = stable_softmax(x);
  return s * (1 - s).t();
}
