// [unembedding_gradient] your sign is wrong: the gradient points uphill, from what is true to what the network says
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = J - Q.each_row() % arma::sum(J, 0);
  return G * A.t();
}
