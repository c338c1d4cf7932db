// [softmax] you divide the logits themselves by their sum; take their exponentials first
arma::vec exercise::softmax(const arma::vec& x)
{
  double sum = 0;
  for (double value : x)
    sum += value;
  return x / sum;
}
