// [mean_and_variance] you average the squares of the numbers; subtract the mean from each number first
std::pair<double, double> exercise::mean_and_variance(const arma::vec& x)
{
  return {arma::accu(x) / x.n_elem, arma::dot(x, x) / x.n_elem};
}
