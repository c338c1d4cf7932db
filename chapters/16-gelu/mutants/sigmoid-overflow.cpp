// [gelu_sigmoid] overflow: e^z / (1 + e^z) is inf / inf for large z; write it with e^{-z}
arma::vec exercise::gelu_sigmoid(const arma::vec& x)
{
  const arma::vec e = arma::exp(1.702 * x);
  return x % (e / (1 + e));
}
