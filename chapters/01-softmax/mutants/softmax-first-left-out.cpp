// [softmax] your sum leaves out the first logit: indices begin with 0
arma::vec exercise::softmax(const arma::vec& x)
{
  double sum = 0;
  for (arma::uword i = 1; i < x.n_elem; i++)
    sum += std::exp(x(i));
  return arma::exp(x) / sum;
}
