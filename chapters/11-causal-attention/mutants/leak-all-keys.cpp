// [leaking_keys] all keys are changed; only the last one is to be
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const arma::vec q = Q.col(0);
  arma::mat changed = K;
  changed.each_col() += q * (std::log(2.) * std::sqrt(double(Q.n_rows)) / arma::dot(q, q));
  return changed;
}
