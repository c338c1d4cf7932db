// [softmax_jacobian_times] you subtract the plain sum of v; each v_j in it is to be weighted with sigma_j
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return stable_softmax(x) % (v - arma::accu(v));
}
