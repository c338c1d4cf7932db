// [softmax] you collect the sum in a float, which has 7 digits and ends at e^88; sum in a double
arma::vec exercise::softmax(const arma::vec& x)
{
  float sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  return arma::exp(x) / sum;
}
