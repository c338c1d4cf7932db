// [cross_entropy] your loss has the wrong sign: ln of a probability is negative, and the loss is not
double exercise::cross_entropy(const arma::mat& P, const arma::uvec& text)
{
  double sum = 0;
  for (arma::uword i = 0; i + 1 < text.n_elem; ++i)
    sum += std::log(P(text(i), text(i + 1)));
  return sum / static_cast<double>(text.n_elem - 1);
}
