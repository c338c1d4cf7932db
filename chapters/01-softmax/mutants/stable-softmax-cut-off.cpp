// [stable_softmax] you cut large logits off, which changes their ratios; subtract the maximum from all instead
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  arma::vec cut = x;
  for (double& logit : cut)
    if (logit > 700)
      logit = 700; // exp overflows above 709
  return softmax(cut);
}
