// [stable_softmax] you subtract the largest magnitude; where that belongs to a negative logit, another is the largest value
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  double m = 0;
  for (double logit : x)
    if (std::isfinite(logit))
      m = std::max(m, std::abs(logit));
  return softmax(x - m);
}
