// [score_variance] this is the variance of one term; variances of d independent terms add up
double exercise::score_variance(const arma::vec& q_values, const arma::vec& k_values, arma::uword d)
{
  const arma::mat products = q_values * k_values.t();
  return arma::var(arma::vectorise(products), 1);
}
