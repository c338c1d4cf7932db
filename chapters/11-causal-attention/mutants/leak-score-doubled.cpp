// [leaking_keys] you double the last score; it is the sum of the exponentials that has to double
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x = 2 * s.back();
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
  return changed;
}
