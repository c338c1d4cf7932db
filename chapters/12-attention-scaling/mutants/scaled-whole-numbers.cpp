// [scaled_scores] 1 / d of whole numbers is 0 from d = 2 on; make one of them a double
arma::mat exercise::scaled_scores(const arma::mat& Q, const arma::mat& K)
{
  return Q.t() * K * std::sqrt(static_cast<double>(1 / Q.n_rows));
}
