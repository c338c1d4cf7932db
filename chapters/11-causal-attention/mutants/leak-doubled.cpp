// [leaking_keys] you double the last exponential; it is the sum of all of them that has to double
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x = s.back() + std::log(2.);
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
  return changed;
}
