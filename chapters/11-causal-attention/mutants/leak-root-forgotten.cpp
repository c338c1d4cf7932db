// [leaking_keys] the score of your key is x / sqrt(d): the division by sqrt(d) is still to come
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x / arma::dot(q, q));
  return changed;
}
