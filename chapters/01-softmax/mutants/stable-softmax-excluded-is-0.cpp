// [stable_softmax] you treat an excluded token, of logit -inf, as one of logit 0; its probability is 0
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec logits = x;
  for (arma::uword i = 0; i < logits.n_elem; i++)
    if (std::isinf(logits[i]))
      logits[i] = 0;
  logits -= logits.max();
  return softmax(logits);
}
