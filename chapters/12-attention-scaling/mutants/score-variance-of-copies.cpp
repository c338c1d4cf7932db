// [score_variance] you multiply by d^2, as for d copies of the same term; these are independent
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  arma::vec scores(q_values.n_elem * k_values.n_elem);
  arma::uword next = 0;
  for (double q : q_values)
    for (double k : k_values)
      scores[next++] = d * q * k;
  return arma::var(scores, 1);
}
