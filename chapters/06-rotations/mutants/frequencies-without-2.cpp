// [frequencies] your exponent is -i/n; the formula has -2i/n
arma::vec exercise::frequencies(arma::uword n, double p)
{
  if (n % 2 != 0)
    return {};
  const arma::vec i = arma::regspace(0, n / 2 - 1.0);
  return arma::exp(-i * std::log(p) / n);
}
