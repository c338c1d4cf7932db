// [scaled_scores] you divide by the root of the number of entries of Q; d is the length of one query
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q.t() * K / std::sqrt(static_cast<double>(Q.n_elem));
}
