// [stable_softmax] you put a finite logit in place of -inf, and others may be below it; its probability is exactly 0
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec logits = x;
  for (arma::uword i = 0; i < logits.n_elem; i++)
    if (std::isinf(logits[i]))
      logits[i] = 0;
  logits -= logits.max();
  return softmax(logits);
}
