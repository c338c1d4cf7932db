// [tied_gradient] you take the first layer's part twice; the logits are symmetric, but their gradient is not
arma::mat exercise::tied_gradient(const arma::mat& A, const arma::mat& J)
{
  arma::mat Q = arma::exp(A.t() * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q.each_row() % arma::sum(J, 0) - J;
  return 2 * A * G;
}
