// [frequencies] your frequencies grow with i: the exponent is -2i/n, with a minus sign
arma::vec exercise::frequencies(arma::uword n, double p)
{
  std::vector<double> omega;
  for (arma::uword i = 0; 2 * i + 1 < n; ++i)
    omega.push_back(std::pow(p, 2.0 * i / n));
  return arma::vec(omega);
}
