// [unembedding_gradient] you give all contexts the same weight; J says how often each occurs
arma::mat exercise::unembedding_gradient(const arma::mat& A, const arma::mat& B, const arma::mat& J)
{
  arma::mat Q = arma::exp(B * A);
  Q.each_row() /= arma::sum(Q, 0);
  const arma::mat G = (Q - J.each_row() / arma::sum(J, 0)) / double(J.n_cols);
  return G * A.t();
}
