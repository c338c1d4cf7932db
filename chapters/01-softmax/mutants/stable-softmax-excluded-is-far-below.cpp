// [stable_softmax] you put a finite logit in place of -inf, and others may be below it; its probability is exactly 0
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec logits = x;
  for (double& logit : logits)
    if (std::isinf(logit))
      logit = -1e4;
  return softmax(logits - logits.max());
}
