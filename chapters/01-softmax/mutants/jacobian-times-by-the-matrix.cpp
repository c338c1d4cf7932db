// [softmax_jacobian_times] with 10000 logits J has 100 million entries, 800 MB: multiply without forming it
arma::vec exercise::softmax_jacobian_times(const arma::vec& x, const arma::vec& v)
{
  return softmax_jacobian(x) * v;
}
