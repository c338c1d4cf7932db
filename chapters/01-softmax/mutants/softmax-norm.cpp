// [softmax] your probabilities have length 1 (their squares sum to 1); divide by the sum, not by the norm
arma::vec exercise::softmax(const arma::vec& x)
{
  arma::vec e(x.n_elem);
  for (arma::uword i = 0; i < x.n_elem; i++)
    e(i) = std::exp(x(i));
  return e / arma::norm(e);
}
