// [softmax] your sum leaves out the last logit
arma::vec exercise::softmax(const arma::vec& x)
{
  const int n = x.size();
  double sum = 0;
  for (int j = 0; j < n - 1; j++)
    sum += std::exp(x[j]);
  arma::vec sigma(n);
  for (int i = 0; i < n; i++)
    sigma[i] = std::exp(x[i]) / sum;
  return sigma;
}
