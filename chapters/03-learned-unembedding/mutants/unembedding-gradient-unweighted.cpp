// [unembedding_gradient] you forgot how often each context occurs: what the network says about j after i is q_ji times the sum of column i of J
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = Q - J;
  return G * A.t();
}
