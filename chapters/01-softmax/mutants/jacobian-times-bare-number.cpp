// [softmax_jacobian_times] you subtract the number sigma^T v from every entry; multiply it by sigma_i first
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  const arma::vec s = stable_softmax(x);
  double sum = 0;
  for (arma::uword j = 0; j < s.n_elem; j++)
    sum += s[j] * v[j];
  arma::vec result(s.n_elem);
  for (arma::uword i = 0; i < s.n_elem; i++)
    result[i] = s[i] * v[i] - sum;
  return result;
}
