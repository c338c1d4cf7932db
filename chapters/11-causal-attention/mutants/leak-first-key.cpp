// [leaking_keys] you change the first key, which is not the future: its own score moves B_00. Change the last one
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s(0) - s.max()));
  arma::mat changed = K;
  changed.col(0) = q * (x * root / arma::dot(q, q));
  return changed;
}
