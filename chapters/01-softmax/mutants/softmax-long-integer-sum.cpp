// [softmax] you collect the sum in a whole number, which drops everything after the decimal point; sum in a double
arma::vec exercise::softmax(const arma::vec& x)
{
  long sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  return arma::exp(x) / sum;
}
