// [leaking_keys] you divide by the length of q_0; the score of c q_0 has its square
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x =
      s.max() + std::log(arma::accu(arma::exp(s - s.max())) + std::exp(s.back() - s.max()));
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x * root / arma::norm(q));
  return changed;
}
