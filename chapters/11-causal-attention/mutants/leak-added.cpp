// [leaking_keys] you add a key of the score x to the last one, whose score then is larger than x: replace it
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = K.tail_cols(1) + q * (x * root / arma::dot(q, q));
  return changed;
}
