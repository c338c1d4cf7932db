// [folded] the bias of the norm is lost: W multiplies it, and that is added to b
arma::mat exercise::folded(const Reader& reader, const arma::vec& gain, const arma::vec& bias)
{
  (void)bias;
  return arma::join_rows(reader.W * arma::diagmat(gain), reader.b);
}
