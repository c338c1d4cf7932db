// [leaking_keys] the exponential of a score of thousands is infinite; subtract the largest score first, and add it to the logarithm
arma::mat exercise::leaking_keys(const arma::mat& Q, const arma::mat& K)
{
  const double root = std::sqrt(double(Q.n_rows));
  const arma::vec q = Q.col(0), s = K.t() * q / root;
  const double x = std::log(arma::accu(arma::exp(s)) + std::exp(s.back()));
  arma::mat changed = K;
  changed.col(K.n_cols - 1) = q * (x * root / arma::dot(q, q));
  return changed;
}
