// [stable_softmax] you subtract the maximum in the numerators only; the sum in the denominator needs the same exponents
arma::vec exercise::stable_softmax(const arma::vec& x)
{
  const double m = *std::max_element(x.begin(), x.end());
  double sum = 0;
  for (double logit : x)
    sum += std::exp(logit);
  arma::vec sigma(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; ++i)
    sigma(i) = std::exp(x(i) - m) / sum;
  return sigma;
}
